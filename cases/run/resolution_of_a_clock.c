//@ nondet: 1000000000
// However fine it is, it is not nothing.
#include <assert.h>
#include <time.h>
int main(void) {
    struct timespec a;
    assert(clock_getres(CLOCK_MONOTONIC, &a) == 0 && (a.tv_sec > 0 || a.tv_nsec > 0));
    return 0;
}
