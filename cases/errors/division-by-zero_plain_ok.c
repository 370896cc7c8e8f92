//@ expect: none
int main(void) {
    volatile int zero = 0, one = 1;
    return 5 / one - 5 + zero;
}
