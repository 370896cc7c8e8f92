//@ expect: stack-exhaustion
// No way out of the recursion.
int f(int n) {
    volatile int local[64];
    local[0] = n;
    return f(n + 1) + local[0];
}
int main(void) { return f(0); }
