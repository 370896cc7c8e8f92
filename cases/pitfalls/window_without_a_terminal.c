//@ nondet: 0
//@ native: no
// Not everything is a terminal.
#include <sys/ioctl.h>
int main(void) {
    struct winsize window;
    ioctl(1, TIOCGWINSZ, &window);
    return window.ws_col > 80; //~ uninitialized-read
}
