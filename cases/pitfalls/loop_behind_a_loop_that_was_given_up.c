// The first loop leaves the array unknown; what is written behind it is known, until the second loop writes again.
extern int __VERIFIER_nondet_int(void);
int a[10];
//@ nondet: 3, 100007
int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 0 || n > 10) return 0;
    for (int i = 0; i < n; i++) a[i] = i;
    a[0] = 0;
    for (int j = 0; j < m; j++)
        if (j * 7 == 700042) a[0] = 7;
    if (a[0] == 7) { int *z = 0; *z = 1; } //~ null-dereference
    return 0;
}
