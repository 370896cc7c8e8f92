// Who sleeps finds that time has gone by.
#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    struct timespec before, after, wanted = {1, 1000};
    if (clock_gettime(CLOCK_MONOTONIC, &before) != 0) return 0;
    if (nanosleep(&wanted, NULL) != 0) return 0;
    if (clock_gettime(CLOCK_MONOTONIC, &after) != 0) return 0;
    printf("%d\n", after.tv_sec > before.tv_sec);
    wanted = after;
    wanted.tv_nsec += 1000000;
    if (wanted.tv_nsec > 999999999) wanted.tv_nsec -= 1000000000, wanted.tv_sec++;
    if (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wanted, NULL) != 0) return 0;
    if (clock_gettime(CLOCK_MONOTONIC, &after) != 0) return 0;
    printf("%d\n", after.tv_sec > wanted.tv_sec || (after.tv_sec == wanted.tv_sec && after.tv_nsec >= wanted.tv_nsec));
    return 0;
}
