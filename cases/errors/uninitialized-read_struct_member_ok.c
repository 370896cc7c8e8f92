//@ expect: none
struct s { int a, b; };
static struct s make(void) {
    struct s s;
    s.a = 1;
    s.b = 2;
    return s;
}
int main(void) {
    struct s s = make();
    if (s.b != 2) return 1;
    return 0;
}
