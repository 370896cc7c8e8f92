//@ nondet: 0
// There is no such clock.
#include <assert.h>
#include <time.h>
int main(void) {
    struct timespec t;
    assert(clock_gettime(12345, &t)==0); //~ assertion-failure
    return 0;
}
