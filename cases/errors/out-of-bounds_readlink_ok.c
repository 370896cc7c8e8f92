//@ nondet: 100, 97
// It has room.
#include <unistd.h>
int main(void) {
    char path[20];
    ssize_t length = readlink("link", path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return path[0] == 1;
}
