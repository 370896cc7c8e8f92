//@ alloc-fail: 1
// Only so many handlers are promised.
#include <stdlib.h>
#include <assert.h>
void f(void) {}
int main(void) {
    for (int i = 0; i < 40; i++) assert(atexit(f) == 0); //~ assertion-failure
}
