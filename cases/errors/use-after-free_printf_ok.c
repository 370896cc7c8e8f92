//@ expect: none
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *name = malloc(8);
    name[0] = 'x', name[1] = 0;
    printf("%s\n", name);
    free(name);
    return 0;
}
