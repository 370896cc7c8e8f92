//@ native: no
// Thread-local variables end with their thread.
#include <pthread.h>
#include <stdio.h>
static _Thread_local int counter = 3;
static int *kept;
static void *work(void *argument) {
    kept = &counter;
    return argument;
}
int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) return 1;
    pthread_join(thread, NULL);
    printf("%d\n", *kept); //~ use-after-scope
    return 0;
}
