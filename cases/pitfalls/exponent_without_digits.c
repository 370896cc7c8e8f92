//@ nondet: 0
//@ native: no
// Only glibc reads the number before it.
#include <assert.h>
#include <stdio.h>
int main(void) {
    double number = 5;
    assert(sscanf("1e", "%lf", &number) == 1); //~ assertion-failure
    return 0;
}
