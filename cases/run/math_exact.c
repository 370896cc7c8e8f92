//@ flags: -msse2 -mfpmath=sse
// Functions with exact results.
#include <math.h>
#include <stdio.h>

int main(void) {
    double xs[] = {0.0, 0.5, 1.5, 2.5, -0.5, -1.5, -2.7, 1e15 + 0.5, 1e300, 3.999};
    for (int i = 0; i < 10; i++) {
        double x = xs[i], whole, f = modf(x, &whole);
        int e;
        double m = frexp(x, &e);
        printf("%g %g %g %g %g %g | %g %g %g %d\n", floor(x), ceil(x), trunc(x), round(x), rint(x), fabs(x), whole, f, m, e);
    }
    printf("%ld %lld %ld\n", lround(2.5), llround(-2.5), lrint(2.5));
    printf("%g %g %g %g\n", fmod(7.5, 2), fmod(-7.5, 2), remainder(7.5, 2), remainder(5, 2));
    printf("%g %g %g %g\n", fmax(1, NAN), fmin(2, -3), fdim(5, 3), copysign(3, -0.0));
    printf("%.17g %.17g %.17g\n", sqrt(2), fma(0.1, 10, -1), nextafter(1, 2));
    printf("%g %g %g %d %g\n", ldexp(0.75, 10), scalbn(1, -1074), ldexp(1, 2000), ilogb(1000), logb(0.1));
    printf("%d %d %d\n", isnormal(1e-310) != 0, fpclassify(0.0) == FP_ZERO, signbit(-1.0) != 0);
    return 0;
}
