// The zone is an hour ahead.
#include <assert.h>
#include <time.h>
int main(void) {
    char b[20];
    struct tm t = {.tm_mday = 5, .tm_gmtoff=3600};
    strftime(b, 20, "%z", &t);
    assert(b[2] == '0'); //~ assertion-failure
    return 0;
}
