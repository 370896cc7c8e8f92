// The overflow builtins at several widths.
#include <limits.h>
#include <stdio.h>

int main(void) {
    int r;
    unsigned u;
    long long w;
    short s;
    printf("%d", __builtin_add_overflow(INT_MAX, 1, &r));
    printf(" %d", r);
    printf(" %d", __builtin_sub_overflow(5, 7, &r));
    printf(" %d", r);
    printf(" %d", __builtin_mul_overflow(65536, 65536, &r));
    printf(" %d\n", r);
    printf("%d", __builtin_sub_overflow(5u, 7u, &u));
    printf(" %u", u);
    printf(" %d", __builtin_mul_overflow(4000000000u, 2u, &w));
    printf(" %lld", w);
    printf(" %d", __builtin_add_overflow(LLONG_MAX, 1LL, &w));
    printf(" %lld", w);
    printf(" %d", __builtin_add_overflow(30000, 5000, &s));
    printf(" %d\n", s);
    printf("%d %d\n", __builtin_smul_overflow(-3, 4, &r), __builtin_uaddll_overflow(1, 2, &(unsigned long long){0}));
    return 0;
}
