//@ nondet: 100, 97
// The terminator needs room of its own.
#include <unistd.h>
int main(void) {
    char path[20];
    ssize_t length = readlink("link", path, sizeof path);
    if (length < 0) return 0;
    path[length] = 0; //~ out-of-bounds
    return path[0] == 1;
}
