// A precision is not undefined in glibc: so many digits.
#include <stdio.h>
int main(void) {
    char b[30];
    int x;
    sprintf(b, "%.100p", (void *)&x); //~ out-of-bounds
    return 0;
}
