//@ expect: out-of-bounds
//@ native: no
int main(void) {
    int a[5];
    for (int i = 0; i <= 5; i++)
        a[i] = i; //~ out-of-bounds
    return a[0];
}
