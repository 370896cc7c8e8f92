//@ expect: none
//@ check: invalid-shift
int main(void) {
    unsigned char c = 1;
    int n = 15;
    int x = c << n;
    return x == 0;
}
