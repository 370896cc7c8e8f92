// errno survives successful calls and is set by failing ones.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    errno = 0;
    volatile double minus = -1, zero = 0, big = 1000;
    (void)sqrt(minus);
    printf("%d\n", errno == EDOM);
    errno = 0;
    volatile double r = log(zero);
    printf("%d %f\n", errno == ERANGE, r);
    errno = 0;
    r = exp(big);
    printf("%d\n", errno == ERANGE);
    errno = 0;
    FILE *f = fopen("/nonexistent/file", "r");
    printf("%d %d\n", f == NULL, errno == ENOENT);
    errno = 5;
    (void)atoi("7");
    printf("%d\n", errno);
    return 0;
}
