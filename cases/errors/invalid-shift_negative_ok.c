//@ expect: none
//@ check: invalid-shift
static unsigned rotate(unsigned x, int n) {
    return x >> n;
}
int main(void) {
    return rotate(5, 1) == 100;
}
