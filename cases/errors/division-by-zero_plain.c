//@ expect: division-by-zero
//@ native: no
int main(void) {
    volatile int zero = 0, one = 1;
    return 5 / zero; //~ division-by-zero
}
