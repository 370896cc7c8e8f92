// Producer and consumer with condition variables.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[4], count, done;

static void *producer(void *arg) {
    for (int i = 1; i <= 20; i++) {
        pthread_mutex_lock(&lock);
        while (count == 4) pthread_cond_wait(&changed, &lock);
        queue[count++] = i;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    int sum = 0;
    pthread_create(&thread, NULL, producer, NULL);
    pthread_mutex_lock(&lock);
    for (;;) {
        while (count == 0 && !done) pthread_cond_wait(&changed, &lock);
        if (count == 0) break;
        sum += queue[--count];
        pthread_cond_broadcast(&changed);
    }
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    printf("%d\n", sum);
    return 0;
}
