//@ expect: none
static int one(void) { return 1; }
int main(void) {
    int (*f)(void) = one;
    return f() - 1;
}
