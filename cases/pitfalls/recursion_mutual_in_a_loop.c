// The same with two functions that call each other.
#include <cairn.h>
//@ nondet: 100, 1
static int odd(int k, int a);
static int even(int k, int a) {
    if (k <= 0) return cairn_nondet_int();
    int q = 8 % (a + 60); //~ division-by-zero
    return (odd(k - 1, a - 1) >> 1) + q - q;
}
static int odd(int k, int a) { return k <= 0 ? 1 : even(k - 1, a - 1) + 3; }
static void work(int n, int m) {
    for (int i = 0; i < m; i++) even(n, i & 1);
}
int main(void) {
    int n = cairn_nondet_int();
    work(n, cairn_nondet_int());
    return 0;
}
