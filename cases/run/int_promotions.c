// Integer promotions and the usual arithmetic conversions.
#include <stdio.h>

int main(void) {
    signed char sc = -1;
    unsigned char uc = 255;
    short s = -2;
    unsigned short us = 65535;
    printf("%d %d %d %d\n", sc + uc, uc + uc, s * s, us + 1);
    printf("%d %d\n", sc == (signed char)uc, sc == uc);
    printf("%u %d\n", sc + 0u, sc + 0u > 0);
    printf("%lld %llu\n", (long long)sc, (unsigned long long)uc);
    printf("%d %d\n", (unsigned char)~uc, ~uc);
    printf("%d\n", -1 < 0u);
    printf("%d\n", (unsigned char)(uc + 1));
    printf("%d %u\n", (short)us, (unsigned)s);
    printf("%d\n", 'a' + 1 == 'b');
    return 0;
}
