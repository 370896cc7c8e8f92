// A new key has no values.
#include <pthread.h>
#include <assert.h>
int main(void) {
    pthread_key_t k; int x;
    pthread_key_create(&k, 0);
    pthread_setspecific(k, &x);
    pthread_key_delete(k);
    pthread_key_create(&k, 0);
    assert(pthread_getspecific(k) == &x); //~ assertion-failure
    return 0;
}
