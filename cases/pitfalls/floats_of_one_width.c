// There are two formats of floats with 16 bits.
//@ only: 64
extern unsigned __VERIFIER_nondet_uint(void);
union U { unsigned short s; _Float16 h; __bf16 b; };
//@ nondet: 15360
int main(void) {
    union U u; u.s = __VERIFIER_nondet_uint();
    float x = u.h, y = u.b;
    union {float f; unsigned u; } a, b; a.f = x; b.f = y;
    if (a.u != b.u) { int *z = 0; *z = 1; } //~ null-dereference
    return 0;
}
