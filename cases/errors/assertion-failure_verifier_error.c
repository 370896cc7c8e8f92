//@ expect: assertion-failure
//@ native: no
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x * 0 == 0) __VERIFIER_error(); //~ assertion-failure
    return 0;
}
