// An address before the start of an array is less than the start.
extern int __VERIFIER_nondet_int(void);
//@ nondet: 0
int main(void) {
    int a[8]; for (int i = 0; i < 8; i++)a[i] = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8) return 0;
    int *p = a+n;
    p -= 9;
    if (p < a) { int *z = 0; *z = 1; } //~ null-dereference
    return 0;
}
