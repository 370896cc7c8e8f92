//@ nondet: 0
//@ native: no
// There may be no limit.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    long most = pathconf("/", _PC_NAME_MAX);
    char *name = malloc(most + 1);
    if (name == NULL) return 0;
    name[0] = 0; //~ out-of-bounds
    free(name);
    return 0;
}
