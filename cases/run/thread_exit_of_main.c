// The first thread leaves; the program ends with its last thread, and its exit code is 0.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_t first;
static void *work(void *argument) {
    void *result;
    pthread_join(first, &result);
    printf("%s: the first thread gave %d\n", (char *)argument, *(int *)result);
    return NULL;
}
static void at_exit(void) { puts("handlers run"); }
int main(void) {
    static int seven = 7;
    pthread_t thread;
    first = pthread_self();
    atexit(at_exit);
    if (pthread_create(&thread, NULL, work, "second") != 0) return 1;
    pthread_exit(&seven);
}
