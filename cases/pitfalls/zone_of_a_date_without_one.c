// Without a name in the date, the zone's own is taken.
#include <assert.h>
#include <string.h>
#include <time.h>
int main(void) {
    struct tm date;
    char text[20];
    memset(&date, 0, sizeof date);
    date.tm_mday = 1;
    assert(strftime(text, sizeof text, "%Z", &date) == 0); //~ assertion-failure
    return 0;
}
