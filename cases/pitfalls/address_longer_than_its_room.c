//@ stdin: x
//@ nondet: 28
// An address of another family is longer; its whole length is told.
#include <sys/socket.h>
#include <netinet/in.h>
#include <string.h>
int main(void) {
    struct sockaddr_in a;
    socklen_t n = sizeof a;
    char b[8], k[16];
    if (recvfrom(0, b, 8, 0, (struct sockaddr *)&a, &n) <= 0) return 0;
    memcpy(k, &a, n); //~ out-of-bounds
    return 0;
}
