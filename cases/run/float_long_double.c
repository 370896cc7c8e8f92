// long double: arithmetic, printing, conversion.
#include <stdio.h>
#include <float.h>

static long double power(long double base, int n) {
    long double r = 1;
    while (n-- > 0) r *= base;
    return r;
}

int main(void) {
    long double a = 1.0L / 3, b = power(10, 20);
    printf("%.20Lf\n%.5Lf\n%Le\n%Lg\n", a, b, power(1.5L, 100), power(2, -1) * 3);
    printf("%.18Lf\n", a * 3 - 1);
    printf("%d %d\n", a < b, (double)a == a);
    printf("%.17g %lld\n", (double)a, (long long)(b / 1000000));
    printf("%.0Lf\n", 9223372036854775808.0L + 1);
    long double array[3] = {1.25L, -2.5L, 1e4000L};
    printf("%Lg %Lg %Lg\n", array[0], array[1], array[2]);
    printf("%d\n", LDBL_MANT_DIG);
    return 0;
}
