/* signal.h: handlers, and raise. No signal comes from outside. */
#include "cairn_model.h"

typedef void (*handler_t)(int);
enum { SIGNALS = 65, ABORT = 6, KILL = 9, CHILD = 17, CONTINUE = 18, STOP = 19, LAST_STOP = 22, URGENT = 23, WINDOW = 28 };
/* Flags of sigaction; the last three for signals that come as they once did. */
enum { INFORMATION = 4, RESTORER = 0x04000000, RESTART = 0x10000000, ONCE = INT_MIN, NOT_BLOCKED = 0x40000000, INTERRUPT = 0x20000000 };
#define DEFAULT ((handler_t)0)
#define IGNORE ((handler_t)1)
#define FAILED ((handler_t)-1)

/* One bit for each signal. */
typedef unsigned long long signals_t;

struct action {
    int is_known;
    handler_t handler;
    int flags;
    signals_t mask;
};

static struct action actions[SIGNALS];
/* Signals that do not come, and those of them that wait. */
static signals_t blocked, pending;

static signals_t bit_of(int number) { return 1ull << (number - 1); }
static int is_signal(int number) { return number >= 1 && number < SIGNALS; }
/* Two are the library's own. */
static int is_usable(int number) { return is_signal(number) && number != 32 && number != 33; }
static int can_be_handled(int number) { return is_usable(number) && number != KILL && number != STOP; }

/* Whoever started the program may have had signals ignored. */
static struct action *action_of(int number) {
    struct action *action = &actions[number];
    if (!action->is_known && can_be_handled(number) && __cairn_random(0) != 0) action->handler = IGNORE;
    action->is_known = 1;
    return action;
}

void cairn_lib_set_handler(int number, handler_t handler, int flags, signals_t mask) {
    if (handler != DEFAULT && handler != IGNORE) __cairn_unspecified(); /* signals from outside come or do not come */
    if (handler == IGNORE) pending &= ~bit_of(number);
    actions[number] = (struct action){1, handler, sizeof(long) == 8 ? flags | RESTORER : flags, mask & ~(bit_of(KILL) | bit_of(STOP))};
}

static handler_t install(int number, handler_t handler, int flags, int blocks_itself) {
    if (!can_be_handled(number) || handler == FAILED) {
        errno = EINVAL;
        return FAILED;
    }
    handler_t old = action_of(number)->handler;
    cairn_lib_set_handler(number, handler, flags, blocks_itself ? bit_of(number) : 0);
    return old;
}

handler_t signal(int number, handler_t handler) { return install(number, handler, RESTART, 1); }
handler_t bsd_signal(int number, handler_t handler) { return install(number, handler, RESTART, 1); }
handler_t __sysv_signal(int number, handler_t handler) { return install(number, handler, ONCE | NOT_BLOCKED | INTERRUPT, 0); }

int getpid(void);
unsigned getuid(void);

/* glibc's siginfo_t of a signal that a process sends. */
struct information {
    int number, error, code;
#ifdef __LP64__
    int pad;
#endif
    int process;
    unsigned user;
    char rest[sizeof(long) == 8 ? 104 : 108];
};

static void call(const struct action *action, int number) {
    static char context[1024];
    if ((action->flags & INFORMATION) == 0) {
        action->handler(number);
        return;
    }
    struct information information = {.number = number, .code = -6, .process = getpid(), .user = getuid()};
    void *handler = (void *)action->handler;
    ((void (*)(int, struct information *, void *))handler)(number, &information, context);
}

static void act_by_default(int number) {
    if (number == CHILD || number == CONTINUE || number == URGENT || number == WINDOW) return;
    if (number >= STOP && number <= LAST_STOP) return; /* until somebody has it go on */
    if (number == ABORT) __cairn_abort();
    __cairn_exit(128 + number);
}

/* The handler that runs, and what was blocked before the first one: which may be left by a jump. */
struct running {
    struct running *outer;
};
static struct running *running;
static signals_t blocked_outside;

static void look_for_a_jump(void) {
    if (running == NULL || __cairn_is_list(running, 0)) return;
    __cairn_unspecified(); /* what is blocked then */
    running = NULL;
    blocked = blocked_outside;
}

static void deliver(int number) {
    struct action action = *action_of(number);
    if (action.handler == IGNORE) return;
    if (action.handler == DEFAULT) {
        act_by_default(number);
        return;
    }
    if (action.flags & ONCE) actions[number].handler = DEFAULT;
    struct running here = {running};
    signals_t before = blocked;
    if (running == NULL) blocked_outside = blocked;
    running = &here;
    blocked |= action.mask | (action.flags & NOT_BLOCKED ? 0 : bit_of(number));
    call(&action, number);
    blocked = before;
    running = here.outer;
}

static void deliver_pending(void) {
    while ((pending & ~blocked) != 0) {
        int number = 1 + __builtin_ctzll(pending & ~blocked);
        pending &= ~bit_of(number);
        deliver(number);
    }
}

int raise(int number) {
    if (number == 0) return 0;
    if (!is_signal(number)) {
        errno = EINVAL;
        return -1;
    }
    look_for_a_jump();
    if (blocked & bit_of(number)) {
        pending |= bit_of(number);
        return 0;
    }
    deliver(number);
    deliver_pending();
    return 0;
}

int kill(int process, int number) {
    __cairn_unspecified(); /* which processes there are */
    if (process == 0 || process == getpid()) return raise(number);
    return cairn_outside_error(EPERM);
}

/* Sets of signals have 1024 bits, of which the system knows the first ones. */
enum { SET_SIZE = 1024 / 8, WORD = 8 * sizeof(unsigned long) };

static signals_t from_set(const unsigned long *set) {
    signals_t signals = set[0];
    if (WORD < 64) signals |= (signals_t)set[1] << 32;
    return signals != 0 ? signals & ~(bit_of(KILL) | bit_of(STOP)) : 0;
}

static void to_set(unsigned long *set, signals_t signals) {
    __builtin_memset(set, 0, SET_SIZE);
    set[0] = (unsigned long)signals;
    if (WORD < 64) set[1] = (unsigned long)(signals >> 32);
}

/* glibc's. */
struct sigaction {
    handler_t handler;
    unsigned long mask[SET_SIZE / sizeof(unsigned long)];
    int flags;
    void (*restorer)(void);
};

int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
    if (!is_usable(number) || (action != NULL && !can_be_handled(number))) {
        errno = EINVAL;
        return -1;
    }
    struct action before = *action_of(number);
    if (action != NULL) {
        int flags = action->flags == 0 ? 0 : action->flags;
        cairn_lib_set_handler(number, action->handler, flags, from_set(action->mask));
    }
    if (old != NULL) {
        __builtin_memset(old, 0, sizeof *old);
        old->handler = before.handler;
        old->flags = before.flags;
        to_set(old->mask, before.mask);
    }
    return 0;
}

int sigemptyset(unsigned long *set) { return to_set(set, 0), 0; }
int sigfillset(unsigned long *set) {
    __builtin_memset(set, 255, SET_SIZE);
    for (int number = 32; number <= 33; number++) set[(number - 1) / (int)WORD] &= ~(1ul << (number - 1) % (int)WORD);
    return 0;
}

/* The word of a set that has the signal, and its bit there; null if there is no such signal. */
static unsigned long *find(const unsigned long *set, int number, unsigned long *bit) {
    if (!is_signal(number)) return errno = EINVAL, NULL;
    *bit = 1ul << (number - 1) % (int)WORD;
    return (unsigned long *)set + (number - 1) / (int)WORD;
}

int sigaddset(unsigned long *set, int number) {
    unsigned long bit, *word = find(set, number, &bit);
    if (word == NULL || !is_usable(number)) return errno = EINVAL, -1;
    *word |= bit;
    return 0;
}

int sigdelset(unsigned long *set, int number) {
    unsigned long bit, *word = find(set, number, &bit);
    if (word == NULL || !is_usable(number)) return errno = EINVAL, -1;
    *word &= ~bit;
    return 0;
}

int sigismember(const unsigned long *set, int number) {
    unsigned long bit, *word = find(set, number, &bit);
    return word == NULL ? -1 : (*word & bit) != 0;
}

enum { BLOCK, UNBLOCK, SET_MASK };

/* What the program began with, and when a signal that waited comes, is not known. */
int sigprocmask(int how, const unsigned long *set, unsigned long *old) {
    __cairn_unspecified();
    look_for_a_jump();
    signals_t before = blocked;
    if (set != NULL) {
        signals_t signals = from_set(set);
        if (how < BLOCK || how > SET_MASK) return errno = EINVAL, -1;
        blocked = how == BLOCK ? blocked | signals : how == UNBLOCK ? blocked & ~signals : signals;
    }
    if (old != NULL) to_set(old, before);
    deliver_pending();
    return 0;
}
int pthread_sigmask(int how, const unsigned long *set, unsigned long *old) { return sigprocmask(how, set, old) < 0 ? EINVAL : 0; }
