// The callee gets an address that may be any of many.
#include <cairn.h>
static int is_set(int *p) {
    if (*p) return 1; //~ uninitialized-read
    return 0;
}
//@ nondet: 7
int main(void) {
    int unset, set = 1;
    int *table[40];
    for (int i = 0; i < 40; i++) table[i] = &set;
    table[7] = &unset;
    return is_set(table[cairn_nondet_uint() % 40]);
}
