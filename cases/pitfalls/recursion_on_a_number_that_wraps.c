// The recursion ends where its argument starts again from zero.
#include <cairn.h>
//@ nondet: 1
static unsigned climb(unsigned n, unsigned step) {
    if (n < 10) return n;
    return climb(n + step, step);
}
int main(void) {
    unsigned step = 0x10000000u + (unsigned)cairn_nondet_int() % 4;
    unsigned end = climb(0x90000000u, step);
    if (end < 10) { int *z = 0; *z = 1; } //~ null-dereference
}
