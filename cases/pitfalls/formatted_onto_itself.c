// The text lies where it is written to.
#include <stdio.h>
#include <assert.h>
int main(void) {
    char b[20] = "abc";
    sprintf(b, "%sx", b); //~ precondition-violation
    assert(b[3] == 'x');
    return 0;
}
