// One number is bounded by another one that moves itself, until the end of the loop.
extern unsigned __VERIFIER_nondet_uint(void);
//@ nondet: 1, 1
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n > 1000 || m > 1000) return 0;
    unsigned i = n, j = 0;
    for (unsigned k = 0; k < m; k++) {
        if (j < i) j++;
        if (i > 0) i--;
    }
    if (j > i) { int *z = 0; *z = 1; } //~ null-dereference
    return 0;
}
