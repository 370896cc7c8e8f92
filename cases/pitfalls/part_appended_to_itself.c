// The terminator that ends the string is overwritten.
#include <string.h>
#include <assert.h>
int main(void) {
    char p[20] = "ab";
    strncat(p, p, 5); //~ precondition-violation
    assert(p[4] == 0);
}
