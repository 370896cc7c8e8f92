//@ only: 64
// Integers of 128 bits.
#include <stdio.h>

static void print(unsigned __int128 v) { printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v); }

int main(void) {
    unsigned __int128 a = ((unsigned __int128)0x123456789abcdefull << 64) | 0xfedcba9876543210ull;
    __int128 n = -5;
    print(a);
    print(a + a);
    print(a * 12345);
    print(a / 987654321);
    print(a % 987654321);
    print(a << 100);
    print(a >> 77);
    print((unsigned __int128)n);
    print((unsigned __int128)(n * n * n));
    print((unsigned __int128)(n / 2));
    print((unsigned __int128)(n >> 1));
    printf("%d %d %d\n", n < 0, a > 5, (int)(n + 7));
    printf("%.1f\n", (double)(n * 1000000));
    return 0;
}
