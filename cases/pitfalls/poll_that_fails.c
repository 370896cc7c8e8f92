//@ nondet: 1
//@ native: no
// Where waiting fails, nothing may have been told.
#include <poll.h>
int main(void) {
    struct pollfd polled;
    polled.fd = 0;
    polled.events = POLLIN;
    poll(&polled, 1, 0);
    return polled.revents & POLLIN ? 1 : 0; //~ uninitialized-read
}
