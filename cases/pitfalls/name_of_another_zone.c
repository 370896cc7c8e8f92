//@ nondet: 0, 67, 69, 84
// Zones have names of their own.
#include <assert.h>
#include <time.h>
int main(void) {
    time_t n = 0;
    struct tm *t = localtime(&n);
    if (t) assert(t->tm_zone[0] == 'U'); //~ assertion-failure
    return 0;
}
