// An address in the place where another one was some iterations ago.
extern int __VERIFIER_nondet_int(void);
//@ nondet: 30
int main(void) {
    int a[64];
    int *p = 0, *q = a;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 60) return 0;
    int k = 0;
    while (k < n) {
        if (p && p != q) { int *z = 0; *z = 1; } //~ null-dereference
        if (k > 20) p = q;
        q++; k++;
    }
    return 0;
}
