//@ nondet: 1
// Where no address fits, the list is lost.
#include <netdb.h>
#include <stddef.h>
static int family(const char *host) {
    struct addrinfo *list;
    if (getaddrinfo(host, "80", NULL, &list) != 0) return 0; //~ memory-leak
    int family = list->ai_family;
    if (family == AF_INET) return family;
    freeaddrinfo(list);
    return 0;
}
int main(void) { return family("localhost") == 99; }
