// The state is the one that was set before.
#include <pthread.h>
#include <assert.h>
int main(void) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE); //~ assertion-failure
}
