// An address that was computed from a variable's may be null.
#include <assert.h>
#include <stdint.h>
static int is_null(char *p) { return p == 0; }
int main(void) {
    char x[4];
    char *p = x;
    p -= (intptr_t)p;
    assert(!is_null(p)); //~ assertion-failure
    return 0;
}
