// There is no such kind.
#include <assert.h>
#include <threads.h>
int main(void) {
    mtx_t lock;
    assert(mtx_init(&lock, 77) == thrd_success); //~ assertion-failure
    return 0;
}
