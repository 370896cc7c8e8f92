//@ expect: use-after-scope
//@ native: no
#include <alloca.h>
#include <string.h>
#include <stdlib.h>
static char *make(void) {
    char *p = alloca(6);
    strcpy(p, "hello");
    return p;
}
int main(void) {
    char *p = make();
    int r = p[0]; //~ use-after-scope
    return r - 'h';
}
