//@ expect: none
#include <alloca.h>
#include <string.h>
#include <stdlib.h>
static char *make(void) {
    char *p = malloc(6);
    strcpy(p, "hello");
    return p;
}
int main(void) {
    char *p = make();
    int r = p[0];
    free(p);
    return r - 'h';
}
