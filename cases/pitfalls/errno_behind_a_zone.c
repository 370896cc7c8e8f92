//@ nondet: 0, 0, 0, 0, 0, 0, 0, 0, 2
// There may be no file that tells the zone.
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void) {
    errno = 0;
    tzset();
    assert(errno == 0); //~ assertion-failure
    return 0;
}
