// A member of a null struct pointer has a small address that is still null.
struct s { int a[100]; int b; };
int main(void) {
    struct s *volatile p = 0;
    p->b = 1; //~ null-dereference
    return 0;
}
