//@ nondet: 1
//@ native: no
// Some libraries say that there was no number.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void) {
    errno = 0;
    strtol("x", 0, 10);
    assert(errno == 0); //~ assertion-failure
    return 0;
}
