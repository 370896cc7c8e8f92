// Fewer than no nanoseconds are refused.
#include <assert.h>
#include <threads.h>
int main(void) {
    struct timespec wanted = {0, -1};
    assert(thrd_sleep(&wanted, NULL) == 0); //~ assertion-failure
    return 0;
}
