//@ expect: division-by-zero
//@ native: no
static unsigned wrap(unsigned x, unsigned size) {
    return x % size; //~ division-by-zero
}
int main(void) {
    return (int)wrap(7, 0);
}
