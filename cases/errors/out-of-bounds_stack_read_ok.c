//@ expect: none
int main(void) {
    int a[5] = {1, 2, 3, 4, 5}, sum = 0;
    for (int i = 4; i >= 0; i--)
        sum += a[i];
    return sum == 15 ? 0 : 1;
}
