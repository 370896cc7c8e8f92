//@ expect: none
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = strdup("text");
    free(p);
    return 0;
}
