// Builtins that count and move bits.
#include <stdio.h>

int main(void) {
    unsigned xs[] = {1, 2, 0x80000000u, 0xffffffffu, 0x12345678u};
    for (int i = 0; i < 5; i++) {
        unsigned x = xs[i];
        printf("%d %d %d %d %x\n", __builtin_clz(x), __builtin_ctz(x), __builtin_popcount(x), __builtin_parity(x), __builtin_bswap32(x));
    }
    unsigned long long w = 0x0123456789abcdefull;
    printf("%d %d %d %llx %x\n", __builtin_clzll(w), __builtin_ctzll(w << 20), __builtin_popcountll(w), (unsigned long long)__builtin_bswap64(w), __builtin_bswap16(0x1234));
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_ffs(40), __builtin_clrsb(-1));
    printf("%d %d\n", __builtin_expect(5 > 3, 1), __builtin_constant_p(3));
    return 0;
}
