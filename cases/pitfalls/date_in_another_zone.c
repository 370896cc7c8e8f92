//@ nondet: 60, 0
// Not everybody lives where the clocks show UTC.
#include <assert.h>
#include <time.h>
int main(void) {
    time_t when = 0;
    struct tm *date = localtime(&when);
    assert(date == NULL || date->tm_hour == 0); //~ assertion-failure
    return 0;
}
