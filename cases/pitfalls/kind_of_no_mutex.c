// There are four kinds.
#include <pthread.h>
#include <assert.h>
int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_settype(&a, 99) == 0); //~ assertion-failure
}
