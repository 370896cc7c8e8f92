//@ nondet: 2, 97, 97
//@ native: no
// Behind what a link leads to, nothing was written.
#include <unistd.h>
int main(void) {
    char path[4];
    if (readlink("link", path, sizeof path) < 0) return 0;
    if (path[3] == 'x') return 1; //~ uninitialized-read
    return 0;
}
