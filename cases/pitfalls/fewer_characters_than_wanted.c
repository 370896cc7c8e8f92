//@ nondet: 0
//@ native: no
// Some libraries convert nothing then.
#include <assert.h>
#include <stdio.h>
int main(void) {
    char text[10];
    assert(sscanf("ab", "%5c", text) == 1); //~ assertion-failure
    return 0;
}
