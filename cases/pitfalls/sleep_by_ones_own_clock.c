// The time of a thread stands still while it sleeps.
#include <time.h>
#include <assert.h>
int main(void) {
    struct timespec t = {0, 1};
    assert(clock_nanosleep(CLOCK_THREAD_CPUTIME_ID, 0, &t, 0) == 0); //~ assertion-failure
}
