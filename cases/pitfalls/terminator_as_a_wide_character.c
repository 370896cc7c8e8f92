//@ nondet: 0
//@ native: no
// Before C23, nothing was written.
#include <assert.h>
#include <stdio.h>
#include <wchar.h>
int main(void) {
    char text[10];
    assert(snprintf(text, sizeof text, "%lc", 0) == 1); //~ assertion-failure
    return 0;
}
