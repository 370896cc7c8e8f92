// More threads than stacks fit into the address space, though never at once; some at once.
#include <pthread.h>
#include <stdio.h>
static void *work(void *argument) {
    volatile long numbers[4] = {1, 2, 3, 4};
    return (void *)((long)argument + numbers[3]);
}
int main(void) {
    long sum = 0;
    for (long round = 0; round < 300; round++) {
        pthread_t threads[20];
        for (long i = 0; i < 20; i++) {
            if (pthread_create(&threads[i], NULL, work, (void *)i) != 0) return 1;
        }
        for (int i = 0; i < 20; i++) {
            void *result;
            pthread_join(threads[i], &result);
            sum += (long)result;
        }
    }
    printf("%ld\n", sum);
    return 0;
}
