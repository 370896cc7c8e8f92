// So does a counter of two bytes, and one that becomes negative.
#include <cairn.h>
int main(void) {
    unsigned short s = 4;
    while (s > 3) s += cairn_nondet_int() ? 3 : 5;
    signed char c = 1;
    while (c > 0) c = (signed char)(c + 1);
    if (s < 4 && c == -128) { int *z = 0; *z = 1; } //~ null-dereference
}
