//@ nondet: 900, 1, 900, 1, 7, 8
// What nobody sets does not go back, and how fine a clock is stays the same; an alarm is not put off.
#include <assert.h>
#include <time.h>
#include <unistd.h>
static int is_later(struct timespec a, struct timespec b) {
    return b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec);
}
int main(void) {
    struct timespec a, b;
    assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0 && clock_gettime(CLOCK_MONOTONIC, &b) == 0);
    assert(is_later(a, b));
    assert(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a) == 0 && clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b) == 0);
    assert(is_later(a, b));
    assert(clock_getres(CLOCK_MONOTONIC, &a) == 0 && clock_getres(CLOCK_MONOTONIC, &b) == 0);
    assert(a.tv_nsec > 0 && a.tv_nsec == b.tv_nsec);
    alarm(10);
    unsigned left = alarm(0);
    assert(left <= 10 && alarm(0) == 0);
    return 0;
}
