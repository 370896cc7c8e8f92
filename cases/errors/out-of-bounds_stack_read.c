//@ expect: out-of-bounds
//@ native: no
int main(void) {
    int a[5] = {1, 2, 3, 4, 5}, sum = 0;
    for (int i = 4; i >= -1; i--)
        sum += a[i]; //~ out-of-bounds
    return sum == 15 ? 0 : 1;
}
