//@ nondet: 300, 1, 97
//@ native: no
// A path may be as long as paths can be.
#include <stdlib.h>
int main(void) {
    char path[100];
    return realpath(".", path) == NULL; //~ out-of-bounds
}
