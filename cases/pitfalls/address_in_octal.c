// Numbers that begin with 0 are octal.
#include <assert.h>
#include <arpa/inet.h>
int main(void) {
    assert(inet_addr("010.0.0.1") == htonl(0x0a000001)); //~ assertion-failure
    return 0;
}
