//@ nondet: 5, 6, 7, 8, 9, 10
// What the program is, and where, does not change while it runs.
#include <stdio.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    printf("%d %d %d\n", getpid() == getpid(), getuid() == getuid(), isatty(1) == isatty(1));
    umask(077);
    printf("%o\n", umask(0));
    time_t when = 0;
    int hour = localtime(&when)->tm_hour;
    printf("%d\n", hour == localtime(&when)->tm_hour);
    struct timeval now;
    struct timezone zone;
    printf("%d\n", gettimeofday(&now, &zone));
    return zone.tz_dsttime;
}
