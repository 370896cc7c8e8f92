// What can be said of names of hosts without asking for one.
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    struct addrinfo *list = NULL, hints;
    memset(&hints, 0, sizeof hints);
    freeaddrinfo(NULL);
    printf("%d", getaddrinfo(NULL, NULL, NULL, &list) == EAI_NONAME);
    printf(" %d\n", list == NULL);
    for (int i = 1; i > -15; i--) printf("%s\n", gai_strerror(i));
    for (int i = -99; i > -107; i--) printf("%s\n", gai_strerror(i));
    return 0;
}
