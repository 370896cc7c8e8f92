//@ expect: invalid-free
//@ native: no
#include <alloca.h>
#include <stdlib.h>
int main(void) {
    char *p = alloca(10);
    free(p); //~ invalid-free
    return 0;
}
