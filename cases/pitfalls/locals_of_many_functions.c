// Variables without an end of scope of more functions than a summary has names for.
extern int __VERIFIER_nondet_int(void);
int *tab[18], w;
static void f17(void) { tab[17] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; }
static void f16(void) { tab[16] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f17(); }
static void f15(void) { tab[15] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f16(); }
static void f14(void) { tab[14] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f15(); }
static void f13(void) { tab[13] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f14(); }
static void f12(void) { tab[12] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f13(); *tab[13] = 2; //~ use-after-scope
}
static void f11(void) { tab[11] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f12(); }
static void f10(void) { tab[10] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f11(); }
static void f9(void) { tab[9] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f10(); }
static void f8(void) { tab[8] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f9(); }
static void f7(void) { tab[7] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f8(); }
static void f6(void) { tab[6] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f7(); }
static void f5(void) { tab[5] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f6(); }
static void f4(void) { tab[4] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f5(); }
static void f3(void) { tab[3] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f4(); }
static void f2(void) { tab[2] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f3(); }
static void f1(void) { tab[1] = (int[]){1}; while (__VERIFIER_nondet_int()) w++; f2(); }
int main(void) { f1(); return 0; }
