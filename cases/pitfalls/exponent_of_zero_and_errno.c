// glibc's logb sets no errno.
#include <assert.h>
#include <errno.h>
#include <math.h>
int main(void) {
    volatile double zero = 0;
    errno = 0;
    logb(zero);
    assert(errno == ERANGE); //~ assertion-failure
    return 0;
}
