//@ expect: none
static long long ratio(long long a, long long b) {
    return a / b;
}
int main(void) {
    long long x = 1LL << 40;
    return (int)ratio(x, x) - 1;
}
