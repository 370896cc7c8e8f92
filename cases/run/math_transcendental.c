//@ flags: -msse2 -mfpmath=sse
// Functions with inexact results, to ten digits.
#include <math.h>
#include <stdio.h>

int main(void) {
    double xs[] = {0.1, 0.5, 1, 2, 10};
    for (int i = 0; i < 5; i++) {
        double x = xs[i];
        printf("%.10g %.10g %.10g %.10g %.10g %.10g\n", sin(x), cos(x), tan(x), exp(x), log(x), atan(x));
        printf("%.10g %.10g %.10g %.10g %.10g %.10g\n", sinh(x), cosh(x), tanh(x), log10(x), log2(x), cbrt(x));
        printf("%.10g %.10g %.10g %.10g %.10g\n", pow(x, 2.5), hypot(x, 3), atan2(x, -1), expm1(x), log1p(x));
        printf("%.8g %.8g %.8g\n", erf(x), tgamma(x), lgamma(x));
    }
    printf("%.10g %.10g %.10g %.10g\n", asin(0.3), acos(0.3), asinh(0.3), atanh(0.3));
    printf("%g %g %g %d\n", pow(0, 0), pow(-2, 3), exp(-INFINITY), isnan(log(-1)) != 0);
    return 0;
}
