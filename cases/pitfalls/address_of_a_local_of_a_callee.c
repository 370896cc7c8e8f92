// A callee compares a number with the address of its local, which no variable of the caller has.
#include <assert.h>
#include <stdint.h>
static int is_own(uintptr_t number) {
    int local = 0;
    int *volatile at = &local;
    return (uintptr_t)at == number;
}
int main(void) {
    int variable = 0;
    int *volatile at = &variable;
    assert(is_own((uintptr_t)at)); //~ assertion-failure
    return *at;
}
