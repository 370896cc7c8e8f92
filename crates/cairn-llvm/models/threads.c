/* threads.h of C11, on top of the models of pthread.h. */
#include "cairn_model.h"

enum { SUCCESS, BUSY, ERROR, NO_MEMORY, TIMED_OUT };

struct mutex;
struct cond;
int pthread_mutex_init(struct mutex *mutex, const int *attributes);
int pthread_mutex_destroy(struct mutex *mutex);
int pthread_mutex_lock(struct mutex *mutex);
int pthread_mutex_trylock(struct mutex *mutex);
int pthread_mutex_timedlock(struct mutex *mutex, const void *until);
int pthread_mutex_unlock(struct mutex *mutex);
int pthread_cond_init(struct cond *cond, const void *attributes);
int pthread_cond_destroy(struct cond *cond);
int pthread_cond_signal(struct cond *cond);
int pthread_cond_broadcast(struct cond *cond);
int pthread_cond_wait(struct cond *cond, struct mutex *mutex);
int pthread_cond_timedwait(struct cond *cond, struct mutex *mutex, const void *until);
int pthread_key_create(unsigned *key, void (*destructor)(void *));
int pthread_key_delete(unsigned key);
int pthread_setspecific(unsigned key, const void *value);
void *pthread_getspecific(unsigned key);
int pthread_create(unsigned long *thread, const void *attributes, void *(*function)(void *), void *argument);
int pthread_join(unsigned long thread, void **result);
void pthread_exit(void *result) __attribute__((noreturn));
unsigned long pthread_self(void);

int clock_nanosleep(int clock_id, int flags, const void *wanted, void *rest);

struct call {
    int used;
    int (*function)(void *);
    void *argument;
};

enum { MAX_WAITING = 256 };
static struct call calls[MAX_WAITING];

static void *run(void *data) {
    struct call call = *(struct call *)data;
    __cairn_atomic_begin();
    ((struct call *)data)->used = 0;
    __cairn_atomic_end();
    return (void *)(intptr_t)call.function(call.argument);
}

int thrd_create(unsigned long *thread, int (*function)(void *), void *argument) {
    struct call *free = NULL;
    __cairn_atomic_begin();
    for (int i = 0; i < MAX_WAITING && free == NULL; i++) {
        if (!calls[i].used) free = &calls[i];
    }
    if (free != NULL) *free = (struct call){1, function, argument};
    __cairn_atomic_end();
    if (free == NULL) return NO_MEMORY;
    return pthread_create(thread, NULL, run, free) == 0 ? SUCCESS : ERROR;
}

int thrd_join(unsigned long thread, int *result) {
    void *value;
    if (pthread_join(thread, &value) != 0) return ERROR;
    if (result != NULL) *result = (int)(intptr_t)value;
    return SUCCESS;
}

void thrd_exit(int result) { pthread_exit((void *)(intptr_t)result); }
unsigned long thrd_current(void) { return pthread_self(); }
int thrd_equal(unsigned long a, unsigned long b) { return a == b; }
int thrd_detach(unsigned long thread) { return (void)thread, SUCCESS; }
void thrd_yield(void) { __cairn_yield(); }
int thrd_sleep(const void *wanted, void *rest) { return clock_nanosleep(0, 0, wanted, rest) == 0 ? 0 : -2; }

/* mtx_recursive is 1, as is the mutex's own kind; mtx_timed is 2. */
int mtx_init(struct mutex *mutex, int type) {
    if (type < 0 || type > 3) return ERROR;
    int kind = type & 1;
    return pthread_mutex_init(mutex, &kind) == 0 ? SUCCESS : ERROR;
}
static int in_time(int result) { return result == 0 ? SUCCESS : result == ETIMEDOUT ? TIMED_OUT : ERROR; }
void mtx_destroy(struct mutex *mutex) { pthread_mutex_destroy(mutex); }
int mtx_lock(struct mutex *mutex) { return pthread_mutex_lock(mutex) == 0 ? SUCCESS : ERROR; }
int mtx_trylock(struct mutex *mutex) { return pthread_mutex_trylock(mutex) == 0 ? SUCCESS : BUSY; }
int mtx_timedlock(struct mutex *mutex, const void *until) { return in_time(pthread_mutex_timedlock(mutex, until)); }
int mtx_unlock(struct mutex *mutex) { return pthread_mutex_unlock(mutex) == 0 ? SUCCESS : ERROR; }

int cnd_init(struct cond *cond) { return pthread_cond_init(cond, NULL) == 0 ? SUCCESS : ERROR; }
void cnd_destroy(struct cond *cond) { pthread_cond_destroy(cond); }
int cnd_signal(struct cond *cond) { return pthread_cond_signal(cond) == 0 ? SUCCESS : ERROR; }
int cnd_broadcast(struct cond *cond) { return pthread_cond_broadcast(cond) == 0 ? SUCCESS : ERROR; }
int cnd_wait(struct cond *cond, struct mutex *mutex) { return pthread_cond_wait(cond, mutex) == 0 ? SUCCESS : ERROR; }
int cnd_timedwait(struct cond *cond, struct mutex *mutex, const void *until) {
    return in_time(pthread_cond_timedwait(cond, mutex, until));
}

int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor) == 0 ? SUCCESS : ERROR; }
void tss_delete(unsigned key) { pthread_key_delete(key); }
int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) == 0 ? SUCCESS : ERROR; }
void *tss_get(unsigned key) { return pthread_getspecific(key); }
