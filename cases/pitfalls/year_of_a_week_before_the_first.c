// The last two digits of a year have no sign.
#include <time.h>
#include <assert.h>
int main(void) {
    char b[20];
    struct tm t = {.tm_mday = 1, .tm_year = -649 - 1900};
    strftime(b, sizeof b, "%g", &t);
    assert(b[0] == '-'); //~ assertion-failure
}
