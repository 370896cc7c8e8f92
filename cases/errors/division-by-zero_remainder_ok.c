//@ expect: none
static unsigned wrap(unsigned x, unsigned size) {
    return x % size;
}
int main(void) {
    return (int)wrap(7, 7);
}
