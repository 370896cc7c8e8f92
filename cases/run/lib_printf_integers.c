// Conversions of integers with all flags.
#include <stdio.h>
#include <stddef.h>
#include <stdint.h>

int main(void) {
    int xs[] = {0, 1, -1, 42, -12345, 2147483647};
    for (int i = 0; i < 6; i++) {
        int x = xs[i];
        printf("[%d][%5d][%-7d][%+d][% d][%05d][%.3d][%8.4d][%-8.4d][%+.0d]\n", x, x, x, x, x, x, x, x, x, x);
        printf("[%u][%x][%X][%#x][%o][%#o][%#10x][%-#8o][%010u]\n", x, x, x, x, x, x, x, x, x);
    }
    printf("%hhd %hd %ld %lld %jd %zd %td\n", 300, 70000, 123456L, 1LL << 40, (intmax_t)-5, (size_t)7, (ptrdiff_t)-8);
    printf("%hhu %hu %lu %llu %ju %zu\n", 300, 70000, 123456UL, 1ULL << 63, (uintmax_t)5, (size_t)7);
    printf("%*d|%-*d|%.*d|%*.*d\n", 6, 42, 6, 42, 4, 42, 8, 3, -7);
    printf("%c%c%5c|%-3c|%%\n", 'a', 98, 'c', 'd');
    printf("%2$d %1$s %2$05d\n", "positional", 17);
    return 0;
}
