//@ expect: invalid-shift
//@ check: invalid-shift
//@ native: no
int main(void) {
    volatile int n = 32;
    unsigned x = 1u << n; //~ invalid-shift
    return x == 0;
}
