//@ nondet: 1
//@ native: no
// C23 has more than one.
#include <assert.h>
#include <time.h>
int main(void) {
    struct timespec now;
    assert(timespec_get(&now, 2) == 0); //~ assertion-failure
    return 0;
}
