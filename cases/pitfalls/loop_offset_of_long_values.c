// An address into an array at an index that is computed by many operations.
extern int __VERIFIER_nondet_int(void);
#define S x = (x*x) ^ (x>>1) ^ (x*3u+7u);
//@ nondet: 30
int main(void) {
    int n = __VERIFIER_nondet_int();
    int A[16]; int *p = 0;
    for (int k = 0; k < n; k++) {
        unsigned x = k; S S S S S S S S S S S S
        if (p && p != &A[x&15]) { int *z = 0; *z = 1; } //~ null-dereference
        if (k > 20) p = &A[x&15];
    }
    return 0;
}
