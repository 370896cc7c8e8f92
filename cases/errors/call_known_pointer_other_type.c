//@ native: no
// The same through a pointer of another type.
static int first(const int *items) {
    return *items; //~ null-dereference
}
int main(void) {
    int (*f)(long) = (int (*)(long))first;
    return f(0);
}
