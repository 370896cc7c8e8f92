// A semaphore counts to INT_MAX.
#include <semaphore.h>
#include <assert.h>
int main(void) {
    sem_t s;
    assert(sem_init(&s, 0, 0x80000000u) == 0); //~ assertion-failure
}
