//@ expect: none
static int down(int n) {
    char frame[100];
    frame[n % 100] = 1;
    return n > 100 ? 0 : down(n + 1) + frame[n % 100];
}
int main(void) {
    return down(0) < 0;
}
