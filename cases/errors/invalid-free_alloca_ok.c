//@ expect: none
#include <alloca.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    free(p);
    return 0;
}
