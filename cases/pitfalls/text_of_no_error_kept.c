//@ nondet: 0, 1
// A text may stay what it was when another one is asked for.
#define _GNU_SOURCE
#include <string.h>
#include <assert.h>
int main(void) {
    char *a = strerror(9999);
    char *b = strerror(8888);
    assert(a[14] == '8'); //~ assertion-failure
}
