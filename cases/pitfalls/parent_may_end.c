//@ nondet: 5, 1
// The parent may end, and then another one is it.
#include <unistd.h>
#include <assert.h>
int main(void) {
    int a = getppid();
    sleep(1);
    assert(a == getppid()); //~ assertion-failure
}
