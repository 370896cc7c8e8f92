//@ nondet: 2, 0, 0, 0, 0, 0, 0, 0, 0, 1
//@ native: no
// Somebody else may hold the lock.
#include <assert.h>
#include <fcntl.h>
int main(void) {
    struct flock lock = {.l_type = F_WRLCK};
    if (fcntl(0, F_GETLK, &lock) < 0) return 0;
    assert(lock.l_type == F_UNLCK); //~ assertion-failure
    return 0;
}
