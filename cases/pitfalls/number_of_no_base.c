// glibc does not say where the number ends if there is no such base.
#include <stdlib.h>
int main(void) {
    char *e;
    strtol("1", &e, 99);
    return *e; //~ uninitialized-read
}
