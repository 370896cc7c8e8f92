// glibc reads a zero.
#include <assert.h>
#include <stdio.h>
int main(void) {
    double number = 5;
    assert(sscanf("0x.", "%lf", &number) == 0); //~ assertion-failure
    return 0;
}
