/* sys/random.h, and of stdlib.h what glibc has from the BSDs: random bytes that come from the system. */
#include "cairn_model.h"

enum { EIO = 5, MOST = 256 };

/* It may be less than wanted. */
ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    (void)flags;
    if (__cairn_random(1) == 0) return cairn_outside_error(EAGAIN);
    size_t got = (size_t)__cairn_random(count > INT_MAX ? INT_MAX : (long long)count);
    if (got > count || count <= MOST) got = count > 0x1ffffff ? 0x1ffffff : count;
    __cairn_fill(bytes, got, 1);
    return (ssize_t)got;
}

int getentropy(void *bytes, size_t count) {
    if (count > MOST) return cairn_outside_error(EIO);
    __cairn_fill(bytes, count, 1);
    return __cairn_random(1) != 0 ? 0 : cairn_outside_error(ENOSYS);
}

unsigned arc4random(void) {
    unsigned number;
    __cairn_fill(&number, sizeof number, sizeof number);
    return number;
}
unsigned arc4random_uniform(unsigned bound) { return bound < 2 ? 0 : arc4random() % bound; }
void arc4random_buf(void *bytes, size_t count) { __cairn_fill(bytes, count, 1); }
