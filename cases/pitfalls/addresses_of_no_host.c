//@ nondet: 0
//@ native: no
// Without an address, nothing is set.
#include <stddef.h>
#include <netdb.h>
int main(void) {
    struct addrinfo *list;
    getaddrinfo("localhost", NULL, NULL, &list);
    if (list != NULL) return 1; //~ uninitialized-read
    return 0;
}
