// Text to integers: bases, ends, errors.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *texts[] = {"42", "  -17xyz", "0x1fz", "0777", "zz", "", "abc", "+5", "99999999999999999999", "-99999999999999999999"};
    int bases[] = {10, 0, 16, 36};
    for (int i = 0; i < 10; i++) {
        for (int b = 0; b < 4; b++) {
            char *end;
            errno = 0;
            long long v = strtoll(texts[i], &end, bases[b]);
            printf("%lld/%d/%d ", v, (int)(end - texts[i]), errno == ERANGE);
        }
        printf("\n");
    }
    errno = 0;
    printf("%d", strtol("99999999999999999999", NULL, 10) == LONG_MAX);
    printf(" %d\n", errno == ERANGE);
    printf("%d %llu\n", strtoul("-1", NULL, 10) == ULONG_MAX, strtoull("18446744073709551615", NULL, 0));
    printf("%d %ld %lld\n", atoi("  12abc"), atol("-5"), atoll("123456789012"));
    return 0;
}
