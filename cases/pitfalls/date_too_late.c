// mktime fails if no time_t is so late.
#include <assert.h>
#include <limits.h>
#include <time.h>
int main(void) {
    struct tm date = {0};
    date.tm_year = date.tm_mon = INT_MAX;
    date.tm_mday = 1;
    assert(mktime(&date) != -1); //~ assertion-failure
    return 0;
}
