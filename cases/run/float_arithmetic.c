//@ flags: -msse2 -mfpmath=sse
// double and float arithmetic, comparisons, special values.
#include <stdio.h>
#include <math.h>

int main(void) {
    double a = 0.1, b = 0.2, zero = 0;
    volatile float f = 0.1f, g = 0.2f;
    printf("%.17g %.17g %.17g %.17g\n", a + b, a * b, a / b, a - b);
    printf("%.9g %.9g %.9g\n", (double)(float)(f + g), (double)(float)(f * g), (double)(float)(f / g));
    printf("%d %d %d\n", a + b == 0.3, a < b, a != a);
    double inf = 1 / zero, nan = zero / zero;
    printf("%f %f %d %d %d\n", inf, -inf, nan == nan, nan < 1, !(nan >= 1));
    printf("%d %d %d %d\n", isnan(nan) != 0, isinf(inf) != 0, isfinite(a) != 0, signbit(-zero) != 0);
    double sum = 0;
    for (int i = 0; i < 1000; i++) sum += 0.001 * i;
    printf("%.12f\n", sum);
    printf("%g %g\n", 5e-324 / 2, 1.7976931348623157e308 * 10);
    printf("%a %a\n", 1.0 / 3, -0.0);
    return 0;
}
