// An address that is a number may be so high that it wraps.
#include <assert.h>
static int grows(char *p) { return p < p + 4; }
int main(void) {
    assert(grows((char *)-2)); //~ assertion-failure
    return 0;
}
