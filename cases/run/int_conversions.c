//@ flags: -msse2 -mfpmath=sse
// Conversions between integers and floating-point numbers.
#include <stdio.h>

int main(void) {
    double ds[] = {0.0, 0.9, -0.9, 1.5, -1.5, 2147483647.0, -2147483648.0, 123456.789};
    for (int i = 0; i < 8; i++) printf("%d %lld %.3f\n", (int)ds[i], (long long)ds[i], (double)(float)ds[i]);
    printf("%u %llu\n", (unsigned)4294967295.0, (unsigned long long)1e19);
    printf("%.1f %.1f %.1f\n", (double)4294967295u, (double)18446744073709551615ull, (double)-1);
    printf("%.1f %.1f\n", (double)(float)16777217, (double)(float)4294967295u);
    printf("%d %d\n", (signed char)100.7, (unsigned char)200.9f);
    printf("%.1Lf %lld\n", (long double)18446744073709551615ull, (long long)-1.5L);
    return 0;
}
