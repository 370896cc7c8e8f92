// Threads: arguments, results, joined in order.
#include <pthread.h>
#include <stdio.h>
#include <stdint.h>

static void *square(void *arg) {
    intptr_t n = (intptr_t)arg;
    return (void *)(n * n);
}

int main(void) {
    pthread_t threads[5];
    for (intptr_t i = 0; i < 5; i++) pthread_create(&threads[i], NULL, square, (void *)i);
    for (int i = 0; i < 5; i++) {
        void *result;
        pthread_join(threads[i], &result);
        printf("%d ", (int)(intptr_t)result);
    }
    printf("%d\n", pthread_equal(pthread_self(), threads[0]) != 0);
    return 0;
}
