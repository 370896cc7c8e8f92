// glibc's remquo sets no errno, and logb neither.
#include <assert.h>
#include <errno.h>
#include <math.h>
int main(void) {
    volatile double zero = 0;
    int quotient;
    errno = 0;
    remquo(1, zero, &quotient);
    assert(errno == EDOM); //~ assertion-failure
    return 0;
}
