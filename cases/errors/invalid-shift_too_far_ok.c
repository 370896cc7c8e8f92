//@ expect: none
//@ check: invalid-shift
int main(void) {
    volatile int n = 31;
    unsigned x = 1u << n;
    return x == 0;
}
