//@ nondet: 60
// The zone is the user's.
#include <time.h>
#include <assert.h>
int main(void) {
    tzset();
    assert(timezone == 0); //~ assertion-failure
}
