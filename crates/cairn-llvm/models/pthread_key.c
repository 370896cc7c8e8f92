/* pthread.h: values of one's own for each thread, and initialisation once. */
#include "cairn_model.h"

/* For the first ones, glibc has room in each thread. */
enum { MAX_KEYS = 128, READY_KEYS = 32, ROUNDS = 4 };

static struct {
    int used;
    /* How often the key was made: what was set for an earlier one is not the new one's. */
    unsigned generation;
    void (*destructor)(void *);
} keys[MAX_KEYS];
static _Thread_local struct {
    unsigned generation;
    void *value;
} values[MAX_KEYS];

static void *value_of(unsigned key) {
    return keys[key].used && values[key].generation == keys[key].generation ? values[key].value : NULL;
}

/* Destructors may set values again; POSIX ends that after some rounds. */
static void destroy_values(void) {
    for (int round = 0; round < ROUNDS; round++) {
        int again = 0;
        for (int i = 0; i < MAX_KEYS; i++) {
            void *value = value_of((unsigned)i);
            if (keys[i].destructor == NULL || value == NULL) continue;
            values[i].value = NULL;
            keys[i].destructor(value);
            again = 1;
        }
        if (!again) return;
    }
}

int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
    int result = EAGAIN, first = (int)(__cairn_random(0) % MAX_KEYS); /* which one it is, nobody knows */
    __cairn_atomic_begin();
    for (int at = 0; at < MAX_KEYS && result != 0; at++) {
        int i = (first + at) % MAX_KEYS;
        if (keys[i].used) continue;
        keys[i].used = 1;
        keys[i].generation++;
        keys[i].destructor = destructor;
        *key = (unsigned)i;
        result = 0;
    }
    cairn_lib_thread_end = destroy_values;
    __cairn_atomic_end();
    if (result != 0) __cairn_unspecified(); /* others have more */
    return result;
}

int pthread_key_delete(unsigned key) {
    if (key >= MAX_KEYS || !keys[key].used) return EINVAL;
    keys[key].used = 0;
    return 0;
}

int pthread_setspecific(unsigned key, const void *value) {
    if (key >= MAX_KEYS || !keys[key].used) return EINVAL;
    if (key >= READY_KEYS && __cairn_alloc_fails()) return ENOMEM;
    values[key].generation = keys[key].generation;
    values[key].value = (void *)value;
    return 0;
}

void *pthread_getspecific(unsigned key) { return key < MAX_KEYS ? value_of(key) : NULL; }

enum { NOT_YET, RUNNING, DONE };

int pthread_once(int *once, void (*function)(void)) {
    __cairn_atomic_begin();
    int before = *once;
    if (before == NOT_YET) *once = RUNNING;
    __cairn_atomic_end();
    if (before == NOT_YET) {
        function();
        __cairn_atomic_begin();
        *once = DONE;
        __cairn_atomic_end();
    } else if (before == RUNNING) {
        __cairn_wait_while(once, RUNNING);
    }
    return 0;
}

void call_once(int *once, void (*function)(void)) { pthread_once(once, function); }
