//@ expect: invalid-free
//@ native: no
#include <stdlib.h>
int main(void) {
    int local = 0;
    int *p = &local;
    free(p); //~ invalid-free
    return local;
}
