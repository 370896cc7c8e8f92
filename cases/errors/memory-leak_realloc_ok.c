//@ expect: none
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    p = realloc(p, 20);
    free(p);
    p = NULL;
    return p != NULL;
}
