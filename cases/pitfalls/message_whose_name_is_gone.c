// A message begins with the name that the program gave itself.
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *name = strdup("name");
    if (name == NULL) return 0;
    program_invocation_name = name;
    error(0, 0, "message");
    free(name);
    error(0, 0, "message"); //~ use-after-free
    return 0;
}
