// Shifts, arithmetic and logical, at several widths.
#include <stdio.h>

int main(void) {
    unsigned u = 0x80000001u;
    int n = -16;
    unsigned long long w = 1;
    for (int i = 0; i < 32; i += 7) printf("%x %x %d\n", u << i, u >> i, n >> i);
    for (int i = 0; i < 64; i += 13) printf("%llx ", w << i);
    printf("\n");
    unsigned char c = 0x81;
    printf("%x %x\n", c << 4, (unsigned char)(c << 4));
    printf("%lld\n", -1LL >> 63);
    printf("%x\n", (u << 5) | (u >> 27));
    return 0;
}
