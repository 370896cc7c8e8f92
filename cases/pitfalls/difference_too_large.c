// The result is too large for a number.
#include <math.h>
#include <errno.h>
#include <assert.h>
int main(void) {
    errno = 0; fdim(1e308, -1e308);
    assert(errno == 0); //~ assertion-failure
}
