//@ expect: none
int main(void) {
    int x = 5, *p = &x;
    *p = 1;
    return x - 1;
}
