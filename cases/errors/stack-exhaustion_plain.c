//@ expect: stack-exhaustion
//@ native: no
static int down(int n) {
    char frame[100];
    frame[n % 100] = 1;
    return down(n + 1) + frame[0]; //~ stack-exhaustion
}
int main(void) {
    return down(0) < 0;
}
