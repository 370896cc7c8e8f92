// Numbers can be written without zeros before them.
#include <assert.h>
#include <time.h>
int main(void) {
    char b[20];
    struct tm t = {.tm_mday = 5};
    strftime(b, 20, "%-d", &t);
    assert(b[0] == '0'); //~ assertion-failure
    return 0;
}
