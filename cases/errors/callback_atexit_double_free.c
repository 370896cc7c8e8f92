//@ native: no
#include <stdlib.h>
static int *last;
static void done(void) {
    free(last); //~ double-free
}
int main(void) {
    atexit(done);
    last = malloc(4);
    free(last);
    return 0;
}
