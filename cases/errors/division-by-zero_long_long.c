//@ expect: division-by-zero
//@ native: no
static long long ratio(long long a, long long b) {
    return a / b; //~ division-by-zero
}
int main(void) {
    long long x = 1LL << 40;
    return (int)ratio(x, x - (1LL << 40));
}
