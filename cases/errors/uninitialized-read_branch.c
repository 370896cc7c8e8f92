//@ expect: uninitialized-read
//@ native: no
int main(void) {
    int x;
    int *p = &x;
    if (*p > 5) return 1; //~ uninitialized-read
    return 0;
}
