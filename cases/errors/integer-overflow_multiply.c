//@ expect: integer-overflow
//@ check: integer-overflow
//@ native: no
static int factorial(int n) {
    int r = 1;
    for (int i = 2; i <= n; i++)
        r *= i; //~ integer-overflow
    return r;
}
int main(void) {
    return factorial(13) == 0;
}
