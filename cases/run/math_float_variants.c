//@ flags: -msse2 -mfpmath=sse
// float and long double variants.
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile float f = 2.0f, g = -1.75f;
    volatile long double l = 2.0L, m = -1.75L;
    printf("%.7g %.6g %.6g %.6g\n", sqrtf(f), sinf(f), powf(f, 0.5f), expf(g));
    printf("%g %g %g %g %g\n", fabsf(g), floorf(g), ceilf(g), truncf(g), roundf(g));
    printf("%.18Lg %.15Lg %.15Lg\n", sqrtl(l), sinl(l), powl(l, 0.5L));
    printf("%Lg %Lg %Lg %Lg %Lg\n", fabsl(m), floorl(m), ceill(m), truncl(m), roundl(m));
    int e;
    long double part, frac = modfl(m, &part);
    printf("%Lg %Lg %Lg %Lg\n", part, frac, frexpl(l, &e), ldexpl(l, 10000) / ldexpl(l, 9999));
    printf("%g %g %Lg\n", fmodf(7.5f, 2), fmaxf(f, g), fmodl(l * 4, 3));
    printf("%d %d\n", isnan(f) != 0, isinf(l) != 0);
    return 0;
}
