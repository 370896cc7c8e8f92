// Nothing is told of what nobody waits for.
#include <poll.h>
#include <stdio.h>

int main(void) {
    struct pollfd polled[2] = {{-1, POLLIN, 7}, {-1, POLLOUT, 7}};
    printf("%d", poll(polled, 2, 0));
    printf(" %d %d %d\n", polled[0].revents, polled[1].revents, polled[0].events);
    printf("%d\n", poll(NULL, 0, 0));
    return 0;
}
