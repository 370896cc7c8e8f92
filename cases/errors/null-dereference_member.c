//@ expect: null-dereference
//@ native: no
struct s { int a, b[10]; };
static int get(struct s *s) {
    return s->b[3]; //~ null-dereference
}
int main(void) {
    struct s local = {0};
    struct s *s = 0;
    return get(s) + local.a;
}
