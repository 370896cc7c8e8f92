// Atomics shared by threads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter, ready;
static int plain;

static void *work(void *arg) {
    while (!atomic_load(&ready)) ;
    for (int i = 0; i < 50; i++) atomic_fetch_add(&counter, plain);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    plain = 3;
    atomic_store(&ready, 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d\n", atomic_load(&counter));
    return 0;
}
