// Two counters move together until the narrow one starts again from zero.
#include <cairn.h>
//@ nondet: 300
int main(void) {
    unsigned n = (unsigned)cairn_nondet_int() % 1000;
    unsigned char narrow = 0;
    unsigned wide = 0;
    for (unsigned i = 0; i < n; i++) narrow++, wide++;
    if (narrow != wide) { int *z = 0; *z = 1; } //~ null-dereference
}
