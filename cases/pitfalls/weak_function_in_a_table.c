// Nobody defines the function, so there is null in the table.
extern int __VERIFIER_nondet_int(void);
extern void absent(void) __attribute__((weak));
static void (*table[2])(void) = {absent, absent};
static unsigned hash(unsigned x) {
    x ^= x >> 15;
    x *= 2654435761u;
    x ^= x >> 13;
    return x * x * 3u;
}
//@ nondet: 890588327
int main(void) {
    unsigned k = __VERIFIER_nondet_int();
    if (hash(k) == 0x90f00e53u) table[k & 1](); //~ null-dereference
    return 0;
}
