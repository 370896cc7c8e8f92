// What x87 gives for a number that is too large for `unsigned long` is not what SSE gives.
//@ only: 64
#include <assert.h>
int main(void) {
    long double l = 1e30L;
    unsigned long u = (unsigned long)l;
    assert(u == 0x8000000000000000ul); //~ assertion-failure
    return 0;
}
