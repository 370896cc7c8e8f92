/* pthread.h and semaphore.h: conditions, barriers, semaphores. */
#include "cairn_model.h"

struct mutex;
int pthread_mutex_lock(struct mutex *mutex);
int pthread_mutex_unlock(struct mutex *mutex);

/* ---- conditions: a signal ends every wait that began before it, as POSIX allows ---- */

struct cond {
    int signals;
};

enum { COND_SIZE = 48, SEM_SIZE = sizeof(long) == 8 ? 32 : 16 };

int pthread_condattr_init(int *attributes) { return *attributes = 0, 0; }
int pthread_condattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_condattr_setclock(int *attributes, int clock) {
    if (clock != 0 && clock != 1) return EINVAL;
    return *attributes |= clock, 0;
}
int pthread_cond_init(struct cond *cond, const void *attributes) {
    (void)attributes;
    __builtin_memset(cond, 0, COND_SIZE);
    return 0;
}
int pthread_cond_destroy(struct cond *cond) {
    if (cond->signals != 0) cond->signals = 0;
    return 0;
}

int pthread_cond_signal(struct cond *cond) {
    __cairn_atomic_begin();
    cond->signals = (int)((unsigned)cond->signals + 1);
    __cairn_atomic_end();
    return 0;
}

int pthread_cond_broadcast(struct cond *cond) { return pthread_cond_signal(cond); }

int pthread_cond_wait(struct cond *cond, struct mutex *mutex) {
    __cairn_atomic_begin();
    int before = cond->signals;
    pthread_mutex_unlock(mutex);
    __cairn_atomic_end();
    __cairn_wait_while(&cond->signals, before);
    return pthread_mutex_lock(mutex);
}

/* Seconds, and nanoseconds of which there are not too many. */
static int is_time(const time_t *until) {
    time_t seconds = until[0], rest = until[1];
    return (void)seconds, rest >= 0 && rest <= 999999999;
}

/* Others get a chance to signal; then the time is over. */
int pthread_cond_timedwait(struct cond *cond, struct mutex *mutex, const void *until) {
    if (!is_time(until)) return EINVAL;
    __cairn_unspecified(); /* it may end for no reason */
    __cairn_atomic_begin();
    int before = cond->signals;
    pthread_mutex_unlock(mutex);
    __cairn_atomic_end();
    __cairn_yield();
    pthread_mutex_lock(mutex);
    __cairn_atomic_begin();
    int signalled = cond->signals != before;
    __cairn_atomic_end();
    return signalled ? 0 : ETIMEDOUT;
}

/* ---- barriers ---- */

struct barrier {
    int wanted, arrived, round;
};

int pthread_barrier_init(struct barrier *barrier, const void *attributes, unsigned count) {
    (void)attributes;
    if (count == 0 || count > (unsigned)INT_MAX) return EINVAL;
    *barrier = (struct barrier){(int)count, 0, 0};
    return 0;
}

int pthread_barrier_destroy(struct barrier *barrier) { return barrier->wanted > 0 ? 0 : EINVAL; }

int pthread_barrier_wait(struct barrier *barrier) {
    __cairn_atomic_begin();
    int round = barrier->round, last = ++barrier->arrived == barrier->wanted;
    if (last) {
        barrier->arrived = 0;
        barrier->round = (int)((unsigned)round + 1);
    }
    __cairn_atomic_end();
    if (last) return -1; /* PTHREAD_BARRIER_SERIAL_THREAD */
    __cairn_wait_while(&barrier->round, round);
    return 0;
}

/* ---- semaphores ---- */

struct sem {
    int value;
};

int sem_init(struct sem *sem, int shared, unsigned value) {
    (void)shared;
    if (value > (unsigned)INT_MAX) return errno = EINVAL, -1;
    __builtin_memset(sem, 0, SEM_SIZE);
    sem->value = (int)value;
    return 0;
}

int sem_destroy(struct sem *sem) { return (void)sem, 0; }

int sem_trywait(struct sem *sem) {
    __cairn_atomic_begin();
    int free = sem->value > 0;
    if (free) sem->value--;
    __cairn_atomic_end();
    if (free) return 0;
    errno = EAGAIN;
    return -1;
}

int sem_wait(struct sem *sem) {
    int before = errno;
    while (sem_trywait(sem) != 0) __cairn_wait_while(&sem->value, 0);
    errno = before;
    return 0;
}

int sem_timedwait(struct sem *sem, const void *until) {
    if (sem_trywait(sem) == 0) return 0;
    if (!is_time(until)) return errno = EINVAL, -1;
    __cairn_yield();
    if (sem_trywait(sem) == 0) return 0;
    errno = ETIMEDOUT;
    return -1;
}

int sem_post(struct sem *sem) {
    __cairn_atomic_begin();
    int full = sem->value == INT_MAX;
    if (!full) sem->value++;
    __cairn_atomic_end();
    return full ? (errno = EOVERFLOW, -1) : 0;
}

int sem_getvalue(struct sem *sem, int *value) {
    __cairn_atomic_begin();
    *value = sem->value;
    __cairn_atomic_end();
    return 0;
}
