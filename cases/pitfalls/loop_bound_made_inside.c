// The least and the largest of numbers that are read in a loop.
extern unsigned __VERIFIER_nondet_uint(void);
//@ nondet: 2, 1, 5
int main(void) {
    unsigned m = __VERIFIER_nondet_uint();
    unsigned mn = ~0u, mx = 0;
    for (unsigned k = 0; k < m; k++) {
        unsigned x = __VERIFIER_nondet_uint();
        if (x > mx) mx = x;
        if (x < mn) mn = x;
    }
    if (mx > mn) { int *z = 0; *z = 1; } //~ null-dereference
    return 0;
}
