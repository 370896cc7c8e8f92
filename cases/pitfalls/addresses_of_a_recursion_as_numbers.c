//@ nondet: 3
// Blocks that a recursion makes have one name, but each has an address of its own.
#include <cairn.h>
#include <stdlib.h>
static long distance(int n, int *from) {
    int *p = malloc(4);
    if (p == NULL) exit(0);
    if (n <= 0) return (long)p - (long)from;
    return distance(n - 1, p);
}
int main(void) {
    int *first = malloc(4), n = cairn_nondet_int();
    if (first == NULL) return 0;
    if (n > 2 && distance(n, first) != 0) cairn_assert(0); //~ assertion-failure
    return 0;
}
