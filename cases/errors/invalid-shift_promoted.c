//@ expect: invalid-shift
//@ check: invalid-shift
//@ native: no
int main(void) {
    unsigned char c = 1;
    int n = 35;
    int x = c << n; //~ invalid-shift
    return x == 0;
}
