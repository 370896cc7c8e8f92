// The element that is written is not the one that the index says, for the address wraps.
//@ only: 64
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static long a[2000];
//@ nondet: 2305843009213693955, 0, 0, 0, 0, 0, 0, 0, 0
int main(void) {
    for (unsigned long i = 0; i < 1000; i++) a[i] = i;
    unsigned long x = __VERIFIER_nondet_ulong();
    if (x*8 > 7992) return 0;
    a[x] = x;
    for (int i = 0; i < 8; i++) a[1000 + __VERIFIER_nondet_uint() % 1000] = 0;
    if (a[3] != 3) { int *z = 0; *z = 1; } //~ null-dereference
    return 0;
}
