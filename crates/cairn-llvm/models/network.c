/* Sockets: there is no network, so none can be opened; and conversions of addresses. */
#include "cairn_model.h"

static int refuse(int number) {
    errno = number;
    return -1;
}

int socket(int domain, int type, int protocol) { return (void)domain, (void)type, (void)protocol, refuse(EACCES); }
int bind(int fd, const void *address, unsigned size) { return (void)fd, (void)address, (void)size, refuse(EBADF); }
int listen(int fd, int backlog) { return (void)fd, (void)backlog, refuse(EBADF); }
int accept(int fd, void *address, unsigned *size) { return (void)fd, (void)address, (void)size, refuse(EBADF); }
int connect(int fd, const void *address, unsigned size) { return (void)fd, (void)address, (void)size, refuse(EBADF); }
ssize_t recv(int fd, void *bytes, size_t count, int flags) { return (void)fd, (void)bytes, (void)count, (void)flags, refuse(EBADF); }
ssize_t send(int fd, const void *bytes, size_t count, int flags) { return (void)fd, (void)bytes, (void)count, (void)flags, refuse(EBADF); }
int shutdown(int fd, int how) { return (void)fd, (void)how, refuse(EBADF); }
int setsockopt(int fd, int level, int name, const void *value, unsigned size) {
    (void)fd, (void)level, (void)name, (void)value, (void)size;
    return refuse(EBADF);
}

unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }

/* Four decimal numbers with dots; ~0 for anything else. The address has the network's order of bytes. */
unsigned inet_addr(const char *text) {
    unsigned address = 0;
    for (int part = 0; part < 4; part++) {
        unsigned number = 0;
        int digits = 0;
        for (; cairn_is_digit(*text) && digits < 3; digits++) number = number * 10 + (unsigned)(*text++ - '0');
        if (digits == 0 || number > 255) return ~0u;
        address |= number << 8 * part;
        if (part < 3 && *text++ != '.') return ~0u;
    }
    return *text == 0 || cairn_is_space((unsigned char)*text) ? address : ~0u;
}
