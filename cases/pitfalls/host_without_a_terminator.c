//@ nondet: 9, 97, 97, 97, 97, 97, 97, 97, 97, 97
//@ native: no
// A name that does not fit has no terminator.
#include <string.h>
#include <unistd.h>
int main(void) {
    char name[4];
    gethostname(name, sizeof name);
    return strlen(name) > 3; //~ out-of-bounds
}
