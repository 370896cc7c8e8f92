// A counter under a mutex; recursive and error-checking mutexes.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int counter;

static void *work(void *arg) {
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&lock);
        counter += *(int *)arg;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    int amounts[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, &amounts[i]);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    printf("%d\n", counter);
    printf("%d %d ", pthread_mutex_lock(&recursive), pthread_mutex_lock(&recursive));
    printf("%d %d\n", pthread_mutex_unlock(&recursive), pthread_mutex_unlock(&recursive));
    pthread_mutexattr_t attr;
    pthread_mutex_t checked;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &attr);
    pthread_mutex_lock(&checked);
    printf("%d %d\n", pthread_mutex_lock(&checked) == EDEADLK, pthread_mutex_trylock(&checked) == EBUSY);
    pthread_mutex_unlock(&checked);
    printf("%d\n", pthread_mutex_destroy(&checked));
    return 0;
}
