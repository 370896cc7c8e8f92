//@ nondet: 25
// What is written may look at the stream first, and that may fail.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
    errno = 0;
    perror("x");
    assert(errno == 0); //~ assertion-failure
    return 0;
}
