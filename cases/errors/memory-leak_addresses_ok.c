//@ nondet: 1, 0, 0, 0, 0, 0, 0, 0, 1, 1
// The list is freed.
#include <netdb.h>
#include <stddef.h>
static int family(const char *host) {
    struct addrinfo *list;
    if (getaddrinfo(host, "80", NULL, &list) != 0) return 0;
    int family = list->ai_family;
    freeaddrinfo(list);
    return family;
}
int main(void) { return family("localhost") == 99; }
