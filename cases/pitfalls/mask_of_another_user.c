//@ nondet: 63
// Everybody has a mask of their own.
#include <assert.h>
#include <sys/stat.h>
int main(void) {
    assert(umask(0) == 022); //~ assertion-failure
    return 0;
}
