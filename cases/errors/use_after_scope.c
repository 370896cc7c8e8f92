// The local is gone when its block ends.
int main(void) {
    int *p;
    {
        int inner = 3;
        p = &inner;
    }
    return *p; //~ use-after-scope
}
