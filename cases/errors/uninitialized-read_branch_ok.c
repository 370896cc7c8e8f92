//@ expect: none
int main(void) {
    int x = 0;
    int *p = &x;
    if (*p > 5) return 1;
    return 0;
}
