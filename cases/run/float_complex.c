// Complex numbers: arithmetic, parts, passing and returning.
#include <stdio.h>
#include <complex.h>

static double complex square(double complex z) { return z * z; }
static float complex halve(float complex z) { return z / 2; }

int main(void) {
    double complex a = 3 + 4 * I, b = 1 - 2 * I;
    double complex s = a + b, d = a - b, p = a * b, q = a / b;
    printf("%g %g | %g %g | %g %g | %g %g\n", creal(s), cimag(s), creal(d), cimag(d), creal(p), cimag(p), creal(q), cimag(q));
    double complex r = square(a);
    printf("%g %g %g\n", creal(r), cimag(r), cabs(a));
    float complex f = halve(5 + 7 * I);
    printf("%g %g\n", crealf(f), cimagf(f));
    printf("%d %d\n", a == b, conj(a) == 3 - 4 * I);
    double complex array[2] = {1, I};
    array[1] *= array[1];
    printf("%g %g\n", creal(array[1]), cimag(array[1]));
    return 0;
}
