// One number is bounded by another one that moves itself.
extern unsigned __VERIFIER_nondet_uint(void);
//@ nondet: 500, 1000
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    if (n < 500 || n > 1000 || m > 1000) return 0;
    unsigned i = n, j = 0;
    for (unsigned k = 0; k < m; k++) {
        if (j > i) { int *z = 0; *z = 1; } //~ null-dereference
        if (j < i) j++;
        i--;
    }
    return 0;
}
