//@ nondet: 1
//@ native: no
// Addresses of hosts are blocks.
#include <stddef.h>
#include <netdb.h>
static int is_known(const char *host) {
    struct addrinfo *list;
    return getaddrinfo(host, NULL, NULL, &list) == 0; //~ memory-leak
}
int main(void) { return is_known("localhost") & 2; }
