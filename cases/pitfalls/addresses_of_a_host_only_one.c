//@ nondet: 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
//@ native: no
// There may be a single address.
#include <stddef.h>
#include <netdb.h>
int main(void) {
    struct addrinfo *list;
    if (getaddrinfo("localhost", NULL, NULL, &list) != 0) return 0;
    return list->ai_next->ai_family == 7; //~ null-dereference
}
