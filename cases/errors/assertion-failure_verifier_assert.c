//@ expect: assertion-failure
//@ native: no
extern void __VERIFIER_assert(int);
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(c < 10);
    __VERIFIER_assert(c > 10); //~ assertion-failure
    return 0;
}
