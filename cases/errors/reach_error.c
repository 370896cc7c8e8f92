// The error function of verification tasks.
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
//@ nondet: 1, 41
int main(void) {
    if (__VERIFIER_nondet_int() + __VERIFIER_nondet_int() == 42)
        __VERIFIER_error(); //~ assertion-failure
    return 0;
}
