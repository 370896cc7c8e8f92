// There are two of them.
#include <pthread.h>
#include <assert.h>
int main(void) {
    pthread_attr_t a;
    pthread_attr_init(&a);
    assert(pthread_attr_setdetachstate(&a, 77) == 0); //~ assertion-failure
}
