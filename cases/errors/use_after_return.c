// The local is gone when its function returns.
static int *local(void) {
    int x = 3;
    int *volatile p = &x;
    return p;
}
int main(void) {
    return *local(); //~ use-after-scope
}
