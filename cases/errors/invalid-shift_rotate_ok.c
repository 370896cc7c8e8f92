//@ expect: none
//@ check: invalid-shift
static unsigned rotate(unsigned x, int n) {
    return n == 0 ? x : x << n | x >> (32 - n);
}
int main(void) {
    unsigned sum = 0;
    for (int i = 3; i >= 0; i--) sum += rotate(i, i);
    return sum == 0;
}
