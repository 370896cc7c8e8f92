// Elements are computed by so many operations that these are not kept.
extern int __VERIFIER_nondet_int(void);
unsigned a[100];
#define S x = (x*x) ^ (x>>1) ^ (x*3u+7u);
//@ nondet: 0, 1, 5
int main(void) {
    int l = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 100) return 0;
    for (int i = 0; i < n; i++) { unsigned x = i; S S S S S S S S S S S S a[i] = x; }
    if (l >= 0 && l < n && m >= 0 && m < n && a[l] != a[m]) { int *z = 0; *z = 1; } //~ null-dereference
    return 0;
}
