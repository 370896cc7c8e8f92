//@ expect: none
int main(void) {
    int *p, x = 3;
    {
        int inner = 5;
        p = &inner;
        x = *p;
    }
    return x - 5;
}
