//@ check: inside-object
// The index leaves the array but not the struct.
struct s { int a[4]; int b[4]; };
int main(void) {
    struct s s = {{0}, {0}};
    volatile int i = 5;
    return s.a[i]; //~ out-of-bounds
}
