// Variable arguments: more doubles than registers, floats promoted, long double.
#include <stdarg.h>
#include <stdio.h>

static double sum(int count, ...) {
    va_list list;
    double total = 0;
    va_start(list, count);
    while (count-- > 0) total = total / 2 + va_arg(list, double);
    va_end(list);
    return total;
}

static long double long_sum(int count, ...) {
    va_list list;
    long double total = 0;
    va_start(list, count);
    while (count-- > 0) {
        total += va_arg(list, long double);
        total += va_arg(list, int);
    }
    va_end(list);
    return total;
}

int main(void) {
    float f = 0.5f;
    printf("%g\n", sum(12, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, f, 12.0));
    printf("%Lg\n", long_sum(4, 1.5L, 1, 2.5L, 2, 1e10L, 3, -0.5L, 4));
    printf("%d %g %Lg %s %c %lld %g\n", 1, 2.5, 3.5L, "four", '5', 6LL, 7.0f);
    return 0;
}
