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

pthread_t pthread_self(void) { return (pthread_t)__cairn_thread_self() + 1; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int pthread_detach(pthread_t thread) { return (void)thread, 0; }
int sched_yield(void) { return __cairn_yield(), 0; }
int pthread_yield(void) { return __cairn_yield(), 0; }

/* Attributes have no effect; their objects are initialised, so that copying them is fine. */
int pthread_attr_init(void *attributes) { return __builtin_memset(attributes, 0, sizeof(long) == 8 ? 56 : 36), 0; }
int pthread_attr_destroy(void *attributes) { return (void)attributes, 0; }
int pthread_attr_setdetachstate(void *attributes, int state) { return *(int *)attributes = state, 0; }
int pthread_attr_getdetachstate(const void *attributes, int *state) { return *state = *(const int *)attributes, 0; }
int pthread_attr_setstacksize(void *attributes, size_t size) { return (void)attributes, (void)size, 0; }
int pthread_attr_setscope(void *attributes, int scope) { return (void)attributes, (void)scope, 0; }
int pthread_attr_setschedpolicy(void *attributes, int policy) { return (void)attributes, (void)policy, 0; }
int pthread_attr_setinheritsched(void *attributes, int inherit) { return (void)attributes, (void)inherit, 0; }
int pthread_setcancelstate(int state, int *old) { return (void)state, old != NULL ? *old = 0 : 0, 0; }
int pthread_setcanceltype(int type, int *old) { return (void)type, old != NULL ? *old = 0 : 0, 0; }
void pthread_testcancel(void) {}
int pthread_setconcurrency(int level) { return (void)level, 0; }
