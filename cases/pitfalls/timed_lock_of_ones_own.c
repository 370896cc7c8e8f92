// Nobody waits for a lock of one's own if it checks for errors.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
int main(void) {
    pthread_mutex_t m;
    pthread_mutexattr_t a;
    struct timespec until = {0, 0};
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &a);
    pthread_mutex_lock(&m);
    assert(pthread_mutex_timedlock(&m, &until) == ETIMEDOUT); //~ assertion-failure
}
