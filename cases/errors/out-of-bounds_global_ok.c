//@ expect: none
static int table[4] = {1, 2, 3, 4};
static int get(unsigned i) {
    return table[i];
}
int main(void) {
    return get(3) - 4;
}
