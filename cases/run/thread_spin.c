// Threads that wait for each other without a primitive that says so.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
static volatile int turn;
static void *work(void *argument) {
    while (turn != 1) {}
    turn = 2;
    while (turn != 3) sched_yield();
    turn = 4;
    return argument;
}
int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0) return 1;
    turn = 1;
    while (turn != 2) {}
    turn = 3;
    while (turn != 4) sched_yield();
    pthread_join(thread, NULL);
    printf("%d\n", turn);
    return 0;
}
