//@ stdin: ab
//@ native: no
// What is looked at stays there.
#include <sys/socket.h>
#include <assert.h>
int main(void) {
    char c, d;
    if (recv(0, &c, 1, MSG_PEEK) != 1) return 0;
    if (recv(0, &d, 1, 0) != 1) return 0;
    assert(c == d);
    return 0;
}
