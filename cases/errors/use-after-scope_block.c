//@ expect: use-after-scope
//@ native: no
int main(void) {
    int *p, x = 3;
    {
        int inner = 5;
        p = &inner;
    }
    x = *p; //~ use-after-scope
    return x - 5;
}
