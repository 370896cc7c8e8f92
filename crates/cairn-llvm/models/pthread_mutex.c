/* pthread.h: mutexes, read-write locks, spin locks. Members stand where glibc's initialisers expect them. */
#include "cairn_model.h"

enum { NORMAL, RECURSIVE, ERROR_CHECK, ADAPTIVE, DESTROYED = -1 };

/* The first members of glibc's mutex; `owner` is the thread's number plus one. */
struct mutex {
    int word;
    unsigned count;
    int owner;
#ifdef __LP64__
    unsigned users;
    int kind;
#else
    int kind;
    unsigned users;
#endif
};

struct timespec { time_t tv_sec; long tv_nsec; };

/* Bytes of pthread_mutex_t. */
enum { MUTEX_SIZE = sizeof(long) == 8 ? 40 : 24, RWLOCK_SIZE = sizeof(long) == 8 ? 56 : 32 };

static int self(void) { return __cairn_thread_self() + 1; }
static int kind_of(const struct mutex *mutex) { return (mutex->kind & 3) == ADAPTIVE ? NORMAL : mutex->kind & 3; }

/* What happens to a mutex that was destroyed is up to the library. */
static int is_gone(const struct mutex *mutex) {
    if (mutex->kind != DESTROYED) return 0;
    __cairn_unspecified();
    return 1;
}

int pthread_mutexattr_init(int *attributes) { return *attributes = NORMAL, 0; }
int pthread_mutexattr_destroy(int *attributes) { return (void)attributes, 0; }
static void look_at(const int *attributes) {
    int first = *attributes;
    (void)first;
}
static int is_within(int value, int last) { return value >= 0 && value <= last; }
int pthread_mutexattr_settype(int *attributes, int kind) {
    if (!is_within(kind, ADAPTIVE)) return EINVAL;
    return *attributes = kind, 0;
}
int pthread_mutexattr_gettype(const int *attributes, int *kind) { return *kind = *attributes, 0; }
int pthread_mutexattr_setpshared(int *attributes, int shared) { return look_at(attributes), is_within(shared, 1) ? 0 : EINVAL; }
int pthread_mutexattr_setprotocol(int *attributes, int protocol) { return look_at(attributes), is_within(protocol, 2) ? 0 : EINVAL; }

int pthread_mutex_init(struct mutex *mutex, const int *attributes) {
    __builtin_memset(mutex, 0, MUTEX_SIZE);
    if (attributes != NULL) mutex->kind = *attributes & 3;
    return 0;
}

int pthread_mutex_destroy(struct mutex *mutex) {
    if (mutex->word != 0) {
        __cairn_unspecified();
        return EBUSY;
    }
    mutex->kind = DESTROYED;
    return 0;
}

int pthread_mutex_lock(struct mutex *mutex) {
    if (is_gone(mutex)) return EINVAL;
    if (kind_of(mutex) != NORMAL && mutex->owner == self()) {
        if (kind_of(mutex) != RECURSIVE) return EDEADLK;
        mutex->count++;
        return 0;
    }
    __cairn_lock(&mutex->word);
    mutex->owner = self();
    mutex->count = 1;
    return 0;
}

int pthread_mutex_trylock(struct mutex *mutex) {
    int result = EBUSY;
    if (is_gone(mutex)) return EINVAL;
    __cairn_atomic_begin();
    if (mutex->word == 0) {
        mutex->word = 1;
        mutex->owner = self();
        mutex->count = 1;
        result = 0;
    } else if (kind_of(mutex) == RECURSIVE && mutex->owner == self()) {
        mutex->count++;
        result = 0;
    }
    __cairn_atomic_end();
    return result;
}

/* The time is looked at only by whoever has to wait. */
int pthread_mutex_timedlock(struct mutex *mutex, const struct timespec *until) {
    if (is_gone(mutex)) return EINVAL;
    if (kind_of(mutex) == ERROR_CHECK && mutex->owner == self()) return EDEADLK;
    if (pthread_mutex_trylock(mutex) == 0) return 0;
    if (until->tv_nsec < 0 || until->tv_nsec > 999999999) return EINVAL;
    __cairn_yield();
    return pthread_mutex_trylock(mutex) == 0 ? 0 : ETIMEDOUT;
}

int pthread_mutex_unlock(struct mutex *mutex) {
    if (is_gone(mutex)) return EINVAL;
    if (kind_of(mutex) == NORMAL) {
        if (mutex->word == 0 || mutex->owner != self()) __cairn_unspecified(); /* it was not this thread's to unlock */
    } else {
        if (mutex->word == 0 || mutex->owner != self()) return EPERM;
        if (--mutex->count > 0) return 0;
    }
    mutex->owner = 0;
    __cairn_unlock(&mutex->word);
    return 0;
}

/* ---- spin locks: an int that is 1 while locked ---- */

int pthread_spin_init(int *lock, int shared) { return (void)shared, *lock = 0, 0; }
int pthread_spin_destroy(int *lock) { return (void)lock, 0; }
int pthread_spin_lock(int *lock) { return __cairn_lock(lock), 0; }
int pthread_spin_unlock(int *lock) { return __cairn_unlock(lock), 0; }

int pthread_spin_trylock(int *lock) {
    __cairn_atomic_begin();
    int was = *lock;
    *lock = 1;
    __cairn_atomic_end();
    return was != 0 ? EBUSY : 0;
}

/* ---- read-write locks ---- */

struct rwlock {
    int readers, writer;
};

int pthread_rwlockattr_init(int *attributes) { return attributes[0] = 0, 0; }
int pthread_rwlockattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_rwlock_init(struct rwlock *lock, const void *attributes) {
    (void)attributes;
    __builtin_memset(lock, 0, RWLOCK_SIZE);
    return 0;
}
int pthread_rwlock_destroy(struct rwlock *lock) {
    if (lock->writer == 0 && lock->readers == 0) return 0;
    __cairn_unspecified();
    return EBUSY;
}

int pthread_rwlock_tryrdlock(struct rwlock *lock) {
    __cairn_atomic_begin();
    int free = lock->writer == 0;
    if (free) lock->readers++;
    __cairn_atomic_end();
    return free ? 0 : EBUSY;
}

int pthread_rwlock_trywrlock(struct rwlock *lock) {
    __cairn_atomic_begin();
    int free = lock->writer == 0 && lock->readers == 0;
    if (free) lock->writer = self();
    __cairn_atomic_end();
    return free ? 0 : EBUSY;
}

int pthread_rwlock_rdlock(struct rwlock *lock) {
    while (pthread_rwlock_tryrdlock(lock) != 0) {
        __cairn_atomic_begin();
        int writer = lock->writer;
        __cairn_atomic_end();
        if (writer == self()) return EDEADLK;
        if (writer != 0) __cairn_wait_while(&lock->writer, writer);
    }
    return 0;
}

int pthread_rwlock_wrlock(struct rwlock *lock) {
    while (pthread_rwlock_trywrlock(lock) != 0) {
        __cairn_atomic_begin();
        int writer = lock->writer, readers = lock->readers;
        __cairn_atomic_end();
        if (writer == self()) return EDEADLK;
        if (writer != 0) __cairn_wait_while(&lock->writer, writer);
        else if (readers != 0) __cairn_wait_while(&lock->readers, readers);
    }
    return 0;
}

int pthread_rwlock_unlock(struct rwlock *lock) {
    __cairn_atomic_begin();
    if (lock->writer != 0) lock->writer = 0;
    else lock->readers--;
    __cairn_atomic_end();
    return 0;
}
