//@ expect: null-dereference
//@ native: no
int main(void) {
    int x = 5, *p = &x;
    p = 0;
    *p = 1; //~ null-dereference
    return x - 1;
}
