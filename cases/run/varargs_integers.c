// Variable arguments: integers of several widths, more than there are registers.
#include <stdarg.h>
#include <stdio.h>

static long long sum(int count, ...) {
    va_list list;
    long long total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) total = total * 3 + va_arg(list, int);
    va_end(list);
    return total;
}

static long long mixed(const char *types, ...) {
    va_list list;
    long long total = 0;
    va_start(list, types);
    for (; *types; types++) {
        switch (*types) {
        case 'i': total += va_arg(list, int); break;
        case 'l': total += va_arg(list, long); break;
        case 'L': total += va_arg(list, long long); break;
        case 'c': total += (char)va_arg(list, int); break;
        case 'p': total += *va_arg(list, int *); break;
        case 'd': total += (long long)(va_arg(list, double) * 100); break;
        }
    }
    va_end(list);
    return total;
}

int main(void) {
    int n = 1000;
    printf("%lld %lld\n", sum(3, 1, 2, 3), sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%lld\n", mixed("ilLcpdLLiiLdp", 1, 2L, 1LL << 40, 'a', &n, 2.5, -5LL, 7LL, 8, 9, 1LL << 33, 0.25, &n));
    return 0;
}
