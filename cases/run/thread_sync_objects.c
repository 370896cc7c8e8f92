// Semaphores, barriers, read-write locks, spin locks, once.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t items;
static pthread_barrier_t barrier;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int total, initialised, serial;

static void initialise(void) { initialised++; }

static void *work(void *arg) {
    pthread_once(&once, initialise);
    pthread_rwlock_wrlock(&rw);
    total += *(int *)arg;
    pthread_rwlock_unlock(&rw);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_spin_lock(&spin);
        serial++;
        pthread_spin_unlock(&spin);
    }
    pthread_rwlock_rdlock(&rw);
    int seen = total;
    pthread_rwlock_unlock(&rw);
    sem_post(&items);
    return seen == 6 ? arg : NULL;
}

int main(void) {
    pthread_t threads[3];
    int numbers[3] = {1, 2, 3}, good = 0;
    sem_init(&items, 0, 0);
    pthread_spin_init(&spin, 0);
    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, &numbers[i]);
    for (int i = 0; i < 3; i++) sem_wait(&items);
    for (int i = 0; i < 3; i++) {
        void *r;
        pthread_join(threads[i], &r);
        good += r == &numbers[i];
    }
    printf("%d %d %d %d %d\n", total, initialised, serial, good, sem_trywait(&items));
    return 0;
}
