//@ nondet: 1
// What is enough depends on the machine.
#include <pthread.h>
#include <assert.h>
int main(void) {
    pthread_attr_t a;
    pthread_attr_init(&a);
    assert(pthread_attr_setstacksize(&a, 20000) == 0); //~ assertion-failure
}
