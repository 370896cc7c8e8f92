//@ expect: none
static int *local(void) {
    static int x = 3;
    int *p = &x;
    return p;
}
int main(void) {
    return *local() - 3;
}
