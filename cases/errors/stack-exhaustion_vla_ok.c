//@ expect: none
static int sum(unsigned n) {
    volatile char big[n];
    big[n - 1] = 1;
    return big[n - 1];
}
int main(void) {
    return sum(2000u) - 1;
}
