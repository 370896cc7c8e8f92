// What does not fit has no end.
#include <string.h>
#include <assert.h>
int main(void) {
    char b[4];
    strxfrm(b, "abcdef", sizeof b);
    assert(strlen(b) < 4); //~ out-of-bounds
    return 0;
}
