//@ expect: invalid-shift
//@ check: invalid-shift
//@ native: no
static unsigned rotate(unsigned x, int n) {
    return x << n | x >> (32 - n); //~ invalid-shift
}
int main(void) {
    unsigned sum = 0;
    for (int i = 3; i >= 0; i--) sum += rotate(i, i);
    return sum == 0;
}
