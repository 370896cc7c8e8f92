//@ expect: none
struct s { int a, b[10]; };
static int get(struct s *s) {
    return s->b[3];
}
int main(void) {
    struct s local = {0};
    struct s *s = &local;
    return get(s) + local.a;
}
