// In parts: a branch that is passed at once hands on the address of a variable that is in another part.
#include <cairn.h>
int first, second;
//@ nondet: 0
int main(void) {
    int a = cairn_nondet_int(), *p = &first, c;
    first = 5;
    second = 7;
    if (a == 3) c = 1;
    else c = 0;
    if (c) p = &second;
    cairn_assert(*p == 0 || *p == 7); //~ assertion-failure
    return 0;
}
