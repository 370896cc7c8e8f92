//@ expect: integer-overflow
//@ check: integer-overflow
//@ native: no
#include <limits.h>
int main(void) {
    unsigned u = UINT_MAX;
    unsigned short s = USHRT_MAX;
    u += 5;
    s++;
    int big = 65535;
    int square = big * big; //~ integer-overflow
    return u == 4 && s == 0 && square == 0;
}
