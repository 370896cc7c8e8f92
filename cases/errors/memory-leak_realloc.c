//@ expect: memory-leak
//@ native: no
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    p = realloc(p, 20); //~ memory-leak
    p = NULL;
    return p != NULL;
}
