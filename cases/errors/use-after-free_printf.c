//@ expect: use-after-free
//@ native: no
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *name = malloc(8);
    name[0] = 'x', name[1] = 0;
    free(name);
    printf("%s\n", name); //~ use-after-free
    return 0;
}
