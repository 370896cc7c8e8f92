// The outer loop leaves the array unknown; what is written in its body is known, until the inner loop writes again.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int g[16];
//@ nondet: 1, 15
int main(void) {
    int n = __VERIFIER_nondet_uchar() & 15, m = __VERIFIER_nondet_uchar() & 15;
    for (int i = 0; i < n; i++) {
        g[i] = i;
        g[0] = 0;
        for (int j = 0; j < m; j++)
            if (j > 8) g[0] = j;
        assert(g[0] < 14); //~ assertion-failure
    }
    return 0;
}
