//@ expect: uninitialized-read
//@ native: no
struct s { int a, b; };
static struct s make(void) {
    struct s s;
    s.a = 1;
    return s;
}
int main(void) {
    struct s s = make();
    if (s.b != 2) return 1; //~ uninitialized-read
    return 0;
}
