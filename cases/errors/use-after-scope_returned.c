//@ expect: use-after-scope
//@ native: no
static int *local(void) {
    int x = 3;
    int *p = &x;
    return p;
}
int main(void) {
    return *local() - 3; //~ use-after-scope
}
