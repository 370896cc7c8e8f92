//@ nondet: 0
//@ native: no
// Only glibc reads a zero.
#include <assert.h>
#include <stdio.h>
int main(void) {
    unsigned number = 5;
    assert(sscanf("0xg", "%x", &number) == 1); //~ assertion-failure
    return 0;
}
