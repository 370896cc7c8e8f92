// The times are no doubles, their difference is one.
//@ only: 64
#include <assert.h>
#include <time.h>
int main(void) {
    assert(difftime((1L << 53) + 1, 1L << 53) == 0); //~ assertion-failure
    return 0;
}
