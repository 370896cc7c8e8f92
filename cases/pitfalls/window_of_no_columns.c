//@ nondet: 1, 0, 0, 0, 0
//@ native: no
// A terminal may say that it has no columns.
#include <sys/ioctl.h>
int main(void) {
    struct winsize window;
    if (ioctl(1, TIOCGWINSZ, &window) < 0) return 0;
    return 80 / window.ws_col; //~ division-by-zero
}
