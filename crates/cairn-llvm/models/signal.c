/* signal.h: handlers, and raise. No signal comes from outside. */
#include "cairn_model.h"

typedef void (*handler_t)(int);
enum { SIGNALS = 65, ABORT = 6, CHILD = 17, CONTINUE = 18, URGENT = 23, WINDOW = 28 };
#define DEFAULT ((handler_t)0)
#define IGNORE ((handler_t)1)
#define FAILED ((handler_t)-1)

static handler_t handlers[SIGNALS];
/* Signals that wait until they are let through. */
static unsigned char blocked[SIGNALS], pending[SIGNALS];

static int is_signal(int number) { return number >= 1 && number < SIGNALS; }

handler_t cairn_lib_set_handler(int number, handler_t handler) {
    if (handler != DEFAULT && handler != IGNORE) __cairn_unspecified(); /* signals from outside come or do not come */
    if (!is_signal(number) || number == 9 || number == 19) {
        errno = EINVAL;
        return FAILED;
    }
    handler_t old = handlers[number];
    handlers[number] = handler;
    if (old == DEFAULT && __cairn_coarse() && __cairn_random(0) != 0) return IGNORE; /* as whoever started the program left it */
    return old;
}

handler_t signal(int number, handler_t handler) { return cairn_lib_set_handler(number, handler); }
handler_t bsd_signal(int number, handler_t handler) { return cairn_lib_set_handler(number, handler); }
handler_t __sysv_signal(int number, handler_t handler) { return cairn_lib_set_handler(number, handler); }

int raise(int number) {
    if (!is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    handler_t handler = handlers[number];
    if (handler == IGNORE) return 0;
    if (blocked[number]) return pending[number] = 1, 0;
    if (handler != DEFAULT) {
        handler(number);
        return 0;
    }
    if (number == CHILD || number == CONTINUE || number == URGENT || number == WINDOW) return 0;
    if (number == ABORT) __cairn_abort();
    __cairn_exit(128 + number);
}

int kill(int process, int number) {
    __cairn_unspecified(); /* which process this is */
    if (process == 1000 || process == 0) return number == 0 ? 0 : raise(number);
    errno = EPERM;
    return -1;
}

/* glibc's struct sigaction: the handler first, then the mask of 1024 bits. */
struct sigaction {
    handler_t handler;
    unsigned long mask[1024 / (8 * sizeof(unsigned long))];
    int flags;
    void (*restorer)(void);
};

int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
    if (!is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    if (old != NULL) {
        __builtin_memset(old, 0, sizeof *old);
        old->handler = handlers[number];
    }
    if (action != NULL) return cairn_lib_set_handler(number, action->handler) == FAILED ? -1 : 0;
    return 0;
}

static unsigned long bit_of(int number, size_t *word) {
    size_t width = 8 * sizeof(unsigned long), index = (size_t)number - 1;
    *word = index / width;
    return 1ul << index % width;
}

int sigemptyset(unsigned long *set) { return __builtin_memset(set, 0, 128), 0; }
int sigfillset(unsigned long *set) { return __builtin_memset(set, 255, 128), 0; }

int sigaddset(unsigned long *set, int number) {
    size_t word;
    if (!is_signal(number)) return errno = EINVAL, -1;
    unsigned long bit = bit_of(number, &word);
    set[word] |= bit;
    return 0;
}

int sigdelset(unsigned long *set, int number) {
    size_t word;
    if (!is_signal(number)) return errno = EINVAL, -1;
    unsigned long bit = bit_of(number, &word);
    set[word] &= ~bit;
    return 0;
}

int sigismember(const unsigned long *set, int number) {
    size_t word;
    if (!is_signal(number)) return errno = EINVAL, -1;
    unsigned long bit = bit_of(number, &word);
    return (set[word] & bit) != 0;
}

/* The new state of a signal that is in the set, or not. */
enum { BLOCK, UNBLOCK, SET_MASK };
static int is_blocked(int how, int in_set, int before) {
    return how == SET_MASK ? in_set : in_set ? how == BLOCK : before;
}

/* What the program began with, and when a signal that waited comes, is not known. */
int sigprocmask(int how, const unsigned long *set, unsigned long *old) {
    __cairn_unspecified();
    if (old != NULL) __builtin_memset(old, 0, 128);
    for (int number = 1; number < SIGNALS; number++) {
        size_t word;
        unsigned long bit = bit_of(number, &word);
        if (old != NULL && blocked[number]) old[word] |= bit;
        if (set != NULL) blocked[number] = (unsigned char)is_blocked(how, (set[word] & bit) != 0, blocked[number]);
        if (number == 9 || number == 19) blocked[number] = 0;
    }
    for (int number = 1; number < SIGNALS; number++) {
        if (!pending[number] || blocked[number]) continue;
        pending[number] = 0;
        raise(number);
    }
    return 0;
}
int pthread_sigmask(int how, const unsigned long *set, unsigned long *old) { return sigprocmask(how, set, old); }
