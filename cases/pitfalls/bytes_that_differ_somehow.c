//@ nondet: 7
//@ native: no
// bcmp tells that bytes differ, not how.
#include <assert.h>
#include <strings.h>
int main(void) {
    assert(bcmp("a", "c", 1) == -2); //~ assertion-failure
    return 0;
}
