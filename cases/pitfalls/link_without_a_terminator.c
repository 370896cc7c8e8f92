//@ nondet: 4, 97, 97, 97, 97
//@ native: no
// What a link leads to has no terminator.
#include <string.h>
#include <unistd.h>
int main(void) {
    char path[4];
    if (readlink("link", path, sizeof path) < 0) return 0;
    return strlen(path) > 3; //~ out-of-bounds
}
