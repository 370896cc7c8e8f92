//@ schedule: 4
// What a function writes may be something else when it reads it: another thread came between.
#include <pthread.h>
static int divisor = 1;
static void *clear(void *arg) {
    for (int i = 0; i < 100; i++) divisor = 0;
    return arg;
}
static int share(void) {
    divisor = 1;
    return 1 / divisor; //~ division-by-zero
}
int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, 0, clear, 0)) return 0;
    int sum = 0;
    for (int i = 0; i < 100; i++) sum += share();
    pthread_join(thread, 0);
    return sum == 0;
}
