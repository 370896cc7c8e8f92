// The result is too small for a number.
#include <math.h>
#include <errno.h>
#include <assert.h>
int main(void) {
    errno = 0; tgamma(-200.5);
    assert(errno == 0); //~ assertion-failure
}
