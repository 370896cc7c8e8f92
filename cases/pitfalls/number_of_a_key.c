//@ nondet: 5
//@ native: no
// The first key need not be 0.
#include <assert.h>
#include <pthread.h>
int main(void) {
    pthread_key_t key;
    if (pthread_key_create(&key, 0) != 0) return 0;
    assert(key == 0); //~ assertion-failure
    return 0;
}
