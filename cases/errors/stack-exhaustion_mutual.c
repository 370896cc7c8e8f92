//@ expect: stack-exhaustion
//@ native: no
static int odd(unsigned n);
static int even(unsigned n) {
    return !odd(n + 1);
}
static int odd(unsigned n) {
    return !even(n + 1);
}
int main(void) {
    return even(10) - 1;
}
