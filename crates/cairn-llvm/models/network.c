/* Sockets: whether there is somebody outside is up to the execution, and so is what they send; conversions of addresses.
 * Every socket stands for one peer. Without anybody outside, none can be opened. */
#include "cairn_model.h"

static int refuse(int number) { return cairn_outside_error(number); }

/* Only descriptors that are open can be used, whatever is behind them. */
static int check(int fd) {
    char nothing;
    cairn_may_set_errno();
    return __cairn_read(fd, &nothing, 0) < 0 ? refuse(EBADF) : 0;
}

int socket(int domain, int type, int protocol) {
    (void)domain, (void)type, (void)protocol;
    cairn_may_set_errno();
    int fd = __cairn_connect();
    return fd < 0 ? refuse(EACCES) : fd;
}

/* The address is read as the system would. */
static int with_address(int fd, const unsigned char *address, unsigned size) {
    unsigned char sum = 0;
    for (unsigned i = 0; i < size; i++) sum ^= address[i];
    (void)sum;
    return check(fd);
}

int bind(int fd, const void *address, unsigned size) { return with_address(fd, address, size); }
int connect(int fd, const void *address, unsigned size) { return with_address(fd, address, size); }
int listen(int fd, int backlog) { return (void)backlog, check(fd); }

/* The peer's address, of any family; usually IPv4. Its size says how long it is, whatever the room: nothing more is written. */
enum { USUAL_ADDRESS = 16, LONGEST_ADDRESS = 128 };
static void tell_address(unsigned char *address, unsigned *size) {
    unsigned room = *size;
    long long length = __cairn_random(USUAL_ADDRESS);
    if (length < 0 || length > LONGEST_ADDRESS) length = USUAL_ADDRESS;
    for (unsigned i = 0; i < room && i < length; i++) address[i] = (unsigned char)__cairn_random(i == 0 ? 2 : 0);
    *size = (unsigned)length;
}

int accept(int fd, void *address, unsigned *size) {
    if (check(fd) < 0) return -1;
    int peer = __cairn_connect();
    if (peer < 0) return refuse(EMFILE);
    if (address != NULL) tell_address(address, size);
    return peer;
}

/* MSG_TRUNC: how much there was is told, even if there was no room for it. MSG_PEEK: it stays there, which no peer here allows. */
enum { PEEK = 2, WHOLE_LENGTH = 0x20 };

ssize_t recv(int fd, void *bytes, size_t count, int flags) {
    if (flags & PEEK) return __cairn_unspecified(), refuse(EAGAIN);
    cairn_may_set_errno();
    ssize_t got = __cairn_read(fd, bytes, count);
    if (got < 0) return refuse(EBADF);
    return flags & WHOLE_LENGTH && (size_t)got == count ? got + (ssize_t)__cairn_random(0) : got;
}

ssize_t recvfrom(int fd, void *bytes, size_t count, int flags, void *address, unsigned *size) {
    ssize_t got = recv(fd, bytes, count, flags);
    if (got >= 0 && address != NULL) tell_address(address, size);
    return got;
}

ssize_t send(int fd, const void *bytes, size_t count, int flags) {
    (void)flags;
    cairn_may_set_errno();
    ssize_t sent = __cairn_write(fd, bytes, count);
    return sent < 0 ? refuse(EBADF) : sent;
}

ssize_t sendto(int fd, const void *bytes, size_t count, int flags, const void *address, unsigned size) {
    if (address != NULL && with_address(fd, address, size) < 0) return -1;
    return send(fd, bytes, count, flags);
}

static int tell_address_of(int fd, void *address, unsigned *size) {
    if (check(fd) < 0 || __cairn_random(1) == 0) return refuse(107); /* ENOTCONN */
    tell_address(address, size);
    return 0;
}
int getpeername(int fd, void *address, unsigned *size) { return tell_address_of(fd, address, size); }
int getsockname(int fd, void *address, unsigned *size) { return tell_address_of(fd, address, size); }

int socketpair(int domain, int type, int protocol, int *ends) {
    (void)domain, (void)type, (void)protocol;
    int first = __cairn_connect();
    if (first < 0) return refuse(EMFILE);
    int second = __cairn_connect();
    if (second < 0) {
        __cairn_close(first);
        return refuse(EMFILE);
    }
    ends[0] = first;
    ends[1] = second;
    return 0;
}

/* Any value, of which as much is told as there is room for. */
int getsockopt(int fd, int level, int name, void *value, unsigned *size) {
    (void)level, (void)name;
    unsigned room = *size;
    if (check(fd) < 0 || room > INT_MAX || __cairn_random(1) == 0) return refuse(EINVAL);
    long long length = __cairn_random(room);
    if (length < 0 || length > room) length = room;
    __cairn_fill(value, (size_t)length, 1);
    *size = (unsigned)length;
    return 0;
}

int shutdown(int fd, int how) { return (void)how, check(fd); }

int setsockopt(int fd, int level, int name, const void *value, unsigned size) {
    (void)level, (void)name;
    return with_address(fd, value, size);
}

unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }

/* Not four numbers: a shorter form, or nothing that is an address. */
static unsigned other_form(void) {
    __cairn_unspecified();
    return ~0u;
}

/* Four decimal numbers with dots. The address has the network's order of bytes. */
unsigned inet_addr(const char *text) {
    unsigned address = 0;
    for (int part = 0; part < 4; part++) {
        unsigned number = 0;
        int digits = 0;
        if (text[0] == '0' && text[1] != '.' && text[1] != 0) return other_form(); /* octal */
        for (; cairn_is_digit(*text) && digits < 3; digits++) number = number * 10 + (unsigned)(*text++ - '0');
        if (digits == 0 || number > 255) return other_form();
        address |= number << 8 * part;
        if (part < 3 && *text++ != '.') return other_form();
    }
    return *text == 0 || cairn_is_space((unsigned char)*text) ? address : other_form();
}
