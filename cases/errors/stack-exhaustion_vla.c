//@ expect: stack-exhaustion
//@ native: no
static int sum(unsigned n) {
    volatile char big[n]; //~ stack-exhaustion
    big[n - 1] = 1;
    return big[n - 1];
}
int main(void) {
    return sum(2000000000u) - 1;
}
