//@ nondet: 1,1,1,1,1,1,1,0
// Blocks that a loop makes have one name, but each has an address of its own, also as a number that a callee gives.
#include <cairn.h>
#include <stdlib.h>
static long number(int *p) { return (long)p; }
int main(void) {
    int *first[2] = {NULL, NULL}, *last = NULL, *before = NULL, *older = NULL, made = 0;
    do {
        older = before;
        before = last;
        last = malloc(4);
        if (last == NULL) exit(0);
        if (made == 0) first[0] = last;
        if (made == 1) first[1] = last;
        if (made < 2) made++;
    } while (cairn_nondet_int());
    if (before && older)
        if (number(before) - number(first[0]) && number(before) - number(first[1]) && number(older) - number(first[0]) && number(older) - number(first[1]))
            if (number(before) - number(older) != 0) cairn_assert(0); //~ assertion-failure
    return 0;
}
