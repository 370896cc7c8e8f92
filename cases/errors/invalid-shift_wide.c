//@ expect: invalid-shift
//@ check: invalid-shift
//@ native: no
int main(void) {
    unsigned long long one = 1, x = 0;
    for (int i = 60; i <= 64; i++)
        x |= one << i; //~ invalid-shift
    return x == 0;
}
