//@ expect: out-of-bounds
//@ native: no
static int table[4] = {1, 2, 3, 4};
static int get(unsigned i) {
    return table[i]; //~ out-of-bounds
}
int main(void) {
    return get(4) - 5;
}
