// The first loop leaves the array unknown; it is all zeros behind `memset`, until the second loop writes again.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int a[10];
//@ nondet: 3, 10, 8
int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 0 || n > 10 || m < 0 || m > 10 || k < 0 || k > 9) return 0;
    for (int i = 0; i < n; i++) a[i] = i;
    memset(a, 0, sizeof a);
    for (int j = 0; j < m; j++)
        if (j > 7) a[j] = 5;
    assert(a[k] == 0); //~ assertion-failure
    return 0;
}
