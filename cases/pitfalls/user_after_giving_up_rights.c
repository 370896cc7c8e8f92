//@ nondet: 0, 0
//@ native: no
// Whoever may not become somebody stays who it was.
#include <assert.h>
#include <unistd.h>
int main(void) {
    setuid(1000);
    assert(getuid() == 1000); //~ assertion-failure
    return 0;
}
