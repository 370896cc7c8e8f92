// There are no negative nanoseconds.
#include <assert.h>
#include <time.h>
int main(void) {
    struct timespec wanted = {0, -1};
    assert(nanosleep(&wanted, NULL) == 0); //~ assertion-failure
    return 0;
}
