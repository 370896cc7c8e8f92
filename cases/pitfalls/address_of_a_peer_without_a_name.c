//@ stdin: x
//@ nondet: 2
// A peer without a name tells its family only.
#include <sys/socket.h>
#include <netinet/in.h>
int main(void) {
    struct sockaddr_in a;
    socklen_t n = sizeof a;
    char b[8];
    if (recvfrom(0, b, 8, 0, (struct sockaddr *)&a, &n) <= 0) return 0;
    if (a.sin_port == 0) return 1; //~ uninitialized-read
    return 0;
}
