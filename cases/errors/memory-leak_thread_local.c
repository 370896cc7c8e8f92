//@ native: no
// The only pointer was in a thread-local variable of a thread that has ended.
#include <pthread.h>
#include <stdlib.h>
static _Thread_local char *buffer;
static void *work(void *argument) {
    buffer = malloc(10); //~ memory-leak
    return argument;
}
int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) return 1;
    pthread_join(thread, NULL);
    return 0;
}
