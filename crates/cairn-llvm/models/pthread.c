/* pthread.h: threads. A pthread_t is the thread's number plus one, so that none is 0. */
#include "cairn_model.h"

typedef unsigned long pthread_t;

void (*cairn_lib_thread_end)(void);

/* What a thread that was created, but does not run yet, will call. */
struct start {
    int used;
    void *(*function)(void *);
    void *argument;
};

enum { MAX_WAITING = 256 };
static struct start starts[MAX_WAITING];

static void *run(void *data) {
    struct start *start = data;
    void *(*function)(void *) = start->function;
    void *argument = start->argument;
    __cairn_atomic_begin();
    start->used = 0;
    __cairn_atomic_end();
    void *result = function(argument);
    if (cairn_lib_thread_end != NULL) cairn_lib_thread_end();
    return result;
}

static struct start *new_start(void *(*function)(void *), void *argument) {
    struct start *found = NULL;
    __cairn_atomic_begin();
    for (int i = 0; i < MAX_WAITING && found == NULL; i++) {
        if (!starts[i].used) found = &starts[i];
    }
    if (found != NULL) {
        found->used = 1;
        found->function = function;
        found->argument = argument;
    }
    __cairn_atomic_end();
    return found;
}

int pthread_create(pthread_t *thread, const void *attributes, void *(*function)(void *), void *argument) {
    (void)attributes;
    struct start *start = new_start(function, argument);
    if (start == NULL) return EAGAIN;
    /* The thread may look at *thread: it is set before the thread can run. */
    __cairn_atomic_begin();
    *thread = (pthread_t)__cairn_thread_start(run, start) + 1;
    __cairn_atomic_end();
    return 0;
}

int pthread_join(pthread_t thread, void **result) {
    if (thread == (pthread_t)__cairn_thread_self() + 1) return EDEADLK;
    void *value = __cairn_thread_join((int)thread - 1);
    if (result != NULL) *result = value;
    return 0;
}

void pthread_exit(void *result) {
    if (cairn_lib_thread_end != NULL) cairn_lib_thread_end();
    __cairn_thread_exit(result);
}

pthread_t pthread_self(void) {
    __cairn_unspecified(); /* other libraries have other numbers */
    return (pthread_t)__cairn_thread_self() + 1;
}
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int pthread_detach(pthread_t thread) { return (void)thread, 0; }
int sched_yield(void) { return __cairn_yield(), 0; }
int pthread_yield(void) { return __cairn_yield(), 0; }

/* Attributes have no effect, but must exist; their objects are initialised, so that copying them is fine. */
static int is_within(int value, int last) { return value >= 0 && value <= last; }
int pthread_attr_init(void *attributes) { return __builtin_memset(attributes, 0, sizeof(long) == 8 ? 56 : 36), 0; }
int pthread_attr_destroy(void *attributes) { return is_within(*(int *)attributes, 1) ? 0 : EINVAL; }
static void look_at(const int *attributes) {
    int first = *attributes;
    (void)first;
}
int pthread_attr_setdetachstate(void *attributes, int state) {
    if (!is_within(state, 1)) return EINVAL;
    return *(int *)attributes = state, 0;
}
int pthread_attr_getdetachstate(const void *attributes, int *state) { return *state = *(const int *)attributes, 0; }
/* What is enough depends on the machine's registers. */
enum { SMALLEST_STACK = 16384, ENOUGH_STACK = 65536 };
int pthread_attr_setstacksize(void *attributes, size_t size) {
    look_at(attributes);
    return size < SMALLEST_STACK || (size < ENOUGH_STACK && __cairn_random(0) != 0) ? EINVAL : 0;
}
int pthread_attr_setscope(void *attributes, int scope) {
    look_at(attributes);
    return scope == 0 ? 0 : scope == 1 ? ENOTSUP : EINVAL;
}
int pthread_attr_setschedpolicy(void *attributes, int policy) { return look_at(attributes), is_within(policy, 2) ? 0 : EINVAL; }
int pthread_attr_setinheritsched(void *attributes, int inherit) { return look_at(attributes), is_within(inherit, 1) ? 0 : EINVAL; }
int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : 0; }

/* Whether, and when, a thread may be cancelled: nobody does that. */
static int exchange(int *current, int value, int *old) {
    if (!is_within(value, 1)) return EINVAL;
    if (old != NULL) *old = *current;
    *current = value;
    return 0;
}
static _Thread_local int cancel_state, cancel_type;
int pthread_setcancelstate(int state, int *old) { return exchange(&cancel_state, state, old); }
int pthread_setcanceltype(int type, int *old) { return exchange(&cancel_type, type, old); }
void pthread_testcancel(void) {}
