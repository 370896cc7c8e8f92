//@ expect: none
//@ check: invalid-shift
int main(void) {
    unsigned long long one = 1, x = 0;
    for (int i = 60; i < 64; i++)
        x |= one << i;
    return x == 0;
}
