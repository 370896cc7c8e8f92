/* netdb.h: names of hosts. Without anybody outside there are none; otherwise any number of addresses. */
#include "cairn_model.h"

enum { ANY_FAMILY = 0, INTERNET = 2, INTERNET6 = 10, SIZE = 16, SIZE6 = 28 };
enum { WANTS_NAME = 2 };
enum { LONGEST_NAME = 1024 };
/* Errors, from the first one down; NO_SYSTEM: errno says what it was. */
enum { BAD_FLAGS = -1, NO_NAME = -2, NO_FAMILY = -6, NO_MEMORY = -10, SYSTEM = -11, TOO_LONG = -12 };

/* glibc's. */
struct addrinfo {
    int ai_flags, ai_family, ai_socktype, ai_protocol;
    unsigned ai_addrlen;
    unsigned char *ai_addr;
    char *ai_canonname;
    struct addrinfo *ai_next;
};

static int some_error(void) {
    long long number = -__cairn_random(-NO_NAME);
    if (number > BAD_FLAGS || number < TOO_LONG) number = NO_NAME;
    if (number == SYSTEM) cairn_outside_error(EAGAIN);
    return (int)number;
}

/* Any letters, and a terminator; for whoever follows many executions, there may be any bytes before it. */
static void make_text(char *text, size_t length) {
    __cairn_fill(text, length, 1);
    for (size_t i = 0; i < length && !__cairn_coarse(); i++) {
        if (text[i] == 0) text[i] = 'a';
    }
    text[length] = 0;
}
static size_t some_length(void) {
    long long length = __cairn_random(1);
    return length < 1 || length > LONGEST_NAME ? 1 : (size_t)length;
}

void freeaddrinfo(struct addrinfo *list) {
    while (list != NULL) {
        struct addrinfo *next = list->ai_next;
        if (list->ai_canonname != NULL) __cairn_heap_free(list->ai_canonname);
        __cairn_heap_free(list);
        list = next;
    }
}

/* The address lies behind it in the same block. */
static struct addrinfo *new_address(const struct addrinfo *wanted) {
    int family = wanted->ai_family != ANY_FAMILY ? wanted->ai_family : __cairn_random(0) == 0 ? INTERNET : INTERNET6;
    size_t size = family == INTERNET6 ? SIZE6 : SIZE;
    struct addrinfo *info = CAIRN_MALLOC(sizeof *info + size);
    if (info == NULL) return NULL;
    unsigned char *address = (unsigned char *)(info + 1);
    __cairn_fill(address, size, 4);
    address[0] = (unsigned char)family;
    address[1] = 0;
    *info = (struct addrinfo){
        .ai_flags = wanted->ai_flags, .ai_family = family,
        .ai_socktype = wanted->ai_socktype != 0 ? wanted->ai_socktype : 1 + (int)(__cairn_random(0) % 3),
        .ai_protocol = wanted->ai_protocol != 0 ? wanted->ai_protocol : (int)__cairn_random(6) & 255,
        .ai_addrlen = (unsigned)size, .ai_addr = address,
    };
    return info;
}

static int give_name(struct addrinfo *info) {
    size_t length = some_length();
    info->ai_canonname = CAIRN_MALLOC(length + 1);
    if (info->ai_canonname == NULL) return 0;
    make_text(info->ai_canonname, length);
    return 1;
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    struct addrinfo wanted = {0}, *list = NULL;
    if (node != NULL) (void)cairn_strlen(node);
    if (service != NULL) (void)cairn_strlen(service);
    if (hints != NULL) {
        wanted.ai_flags = hints->ai_flags, wanted.ai_family = hints->ai_family;
        wanted.ai_socktype = hints->ai_socktype, wanted.ai_protocol = hints->ai_protocol;
    }
    int has_family = wanted.ai_family == ANY_FAMILY || wanted.ai_family == INTERNET || wanted.ai_family == INTERNET6;
    if ((node == NULL && service == NULL) || !has_family || __cairn_random(0) == 0) return some_error();
    do {
        struct addrinfo *info = new_address(&wanted);
        if (info != NULL) info->ai_next = list, list = info;
        if (info == NULL) {
            freeaddrinfo(list);
            return NO_MEMORY;
        }
    } while (__cairn_random(0) != 0);
    if (wanted.ai_flags & WANTS_NAME && node != NULL && !give_name(list)) {
        freeaddrinfo(list);
        return NO_MEMORY;
    }
    *result = list;
    return 0;
}

/* Where there is no room, nothing is written; a name that does not fit is an error. */
static int tell_name(char *name, unsigned size) {
    if (name == NULL || size == 0) return 0;
    size_t length = some_length();
    if (length >= size) return TOO_LONG;
    make_text(name, length);
    return 0;
}

/* As much of an address is read as its family has. */
static int look_at_address(const unsigned char *address, unsigned size) {
    char copy[SIZE6];
    if (address == NULL || size < sizeof(short)) return 0;
    unsigned family = address[0] | (unsigned)address[1] << 8, needed = family == INTERNET ? SIZE : family == INTERNET6 ? SIZE6 : 0;
    if (size < needed) return 0;
    __builtin_memcpy(copy, address, needed);
    return needed != 0 || __cairn_random(0) != 0;
}

int getnameinfo(const void *address, unsigned size, char *host, unsigned host_size, char *service, unsigned service_size, int flags) {
    (void)flags;
    if (!look_at_address(address, size)) return NO_FAMILY;
    if (__cairn_random(0) == 0) return some_error();
    int error = tell_name(host, host_size);
    return error != 0 ? error : tell_name(service, service_size);
}

const char *gai_strerror(int number) {
    static const char *const texts[] = {
        "Bad value for ai_flags", "Name or service not known", "Temporary failure in name resolution",
        "Non-recoverable failure in name resolution", "No address associated with hostname", "ai_family not supported",
        "ai_socktype not supported", "Servname not supported for ai_socktype", "Address family for hostname not supported",
        "Memory allocation failure", "System error",
    };
    static const char *const others[] = {
        "Processing request in progress", "Request canceled", "Request not canceled", "All requests done",
        "Interrupted by a signal", "Parameter string not correctly encoded",
    };
    if (number <= BAD_FLAGS && number >= SYSTEM) return texts[-1 - number];
    return number <= -100 && number >= -105 ? others[-100 - number] : "Unknown error";
}
