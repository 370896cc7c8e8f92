//@ expect: none
//@ check: integer-overflow
#include <limits.h>
int main(void) {
    unsigned u = UINT_MAX;
    unsigned short s = USHRT_MAX;
    u += 5;
    s++;
    int big = 65535;
    unsigned square = (unsigned)big * big;
    return u == 4 && s == 0 && square == 0;
}
