//@ expect: invalid-shift
//@ check: invalid-shift
//@ native: no
static unsigned rotate(unsigned x, int n) {
    return x >> n; //~ invalid-shift
}
int main(void) {
    return rotate(5, -1) == 100;
}
