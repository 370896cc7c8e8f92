//@ native: no
// What runs at the end finds a local of `main`, which has returned.
#include <stdlib.h>
static int *last;
static void done(void) {
    *last = 1; //~ use-after-scope
}
int main(void) {
    int local = 0;
    atexit(done);
    last = &local;
    return local;
}
