//@ nondet: 1
// Some libraries write the zeros first.
#include <string.h>
#include <assert.h>
int main(void) {
    char p[] = "xxxxab";
    strncpy(p, p + 4, 7);
    assert(p[0] == 'a'); //~ assertion-failure
}
