//@ native: no
// The same without the check: the object itself is not left.
struct s { int a[4]; int b[4]; };
int main(void) {
    struct s s = {{0}, {0}};
    volatile int i = 5;
    return s.a[i];
}
