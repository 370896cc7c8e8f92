//@ nondet: 7
// The clock counts nanoseconds.
#include <time.h>
#include <assert.h>
int main(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    assert(t.tv_nsec % 1000 == 0); //~ assertion-failure
}
