// What fails deep in a recursion was recorded while a loop was tried out, and taken back with that.
#include <cairn.h>
//@ nondet: 100, 1
static int descend(int k, int a) {
    if (k <= 0) return cairn_nondet_int();
    int d = 10 / (a - 50); //~ division-by-zero
    return descend(k - 1, a + 1) / 2 + d - d;
}
int main(void) {
    int n = cairn_nondet_int(), m = cairn_nondet_int(), s = 0;
    for (int i = 0; i < m; i++) s = descend(n, 0);
    return s == 1;
}
