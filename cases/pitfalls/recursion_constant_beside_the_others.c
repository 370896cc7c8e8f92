// One inner call has an argument that no other call has.
#include <cairn.h>
static int count(int n) {
    int unset;
    if (n == -7) {
        if (unset) return 3; //~ uninitialized-read
        return 3;
    }
    if (n <= 0) return count(-7);
    return count(n - 1);
}
//@ nondet: 5
int main(void) {
    int n = cairn_nondet_int();
    if (n < 0) return 0;
    return count(n);
}
