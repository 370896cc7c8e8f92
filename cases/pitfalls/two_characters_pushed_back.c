//@ nondet: 1
// Only one is promised.
#include <stdio.h>
#include <assert.h>
int main(void) {
    ungetc('a', stdin);
    assert(ungetc('b', stdin) == 'b'); //~ assertion-failure
}
