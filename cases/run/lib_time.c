// Calendar arithmetic, independent of the present.
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

int main(void) {
    time_t times[] = {0, 951782400, 1000000000, 1709164800, 2147483647, -86400 * 366};
    for (int i = 0; i < 6; i++) {
        struct tm *t = gmtime(&times[i]);
        char text[80];
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %b %j %U %V %p %y", t);
        printf("%s %d %d\n", text, t->tm_yday, timegm(t) == times[i]);
    }
    struct tm t = {.tm_year = 124, .tm_mon = 13, .tm_mday = 35, .tm_hour = 25};
    time_t n = timegm(&t);
    printf("%ld %s", (long)n, asctime(&t));
    printf("%g\n", difftime(100, 40));
    time_t now = time(NULL), again;
    printf("%d %d\n", time(&again) >= now, clock() >= 0);
    return 0;
}
