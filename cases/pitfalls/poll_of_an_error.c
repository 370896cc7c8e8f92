//@ nondet: 0, 16
//@ native: no
// The end is told to those who do not ask for it.
#include <assert.h>
#include <poll.h>
int main(void) {
    struct pollfd polled = {0, POLLIN, 0};
    if (poll(&polled, 1, 0) > 0) assert(polled.revents & POLLIN); //~ assertion-failure
    return 0;
}
