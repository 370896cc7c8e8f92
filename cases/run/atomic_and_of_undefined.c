// Bits that do not depend on undefined ones are defined.
#include <stdatomic.h>
#include <stdio.h>
int main(void) {
    _Atomic unsigned x;
    atomic_fetch_and(&x, 0);
    atomic_fetch_or(&x, 0xff);
    printf("%u\n", x);
    return 0;
}
