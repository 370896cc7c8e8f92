//@ native: no
// A function that is called only through a pointer, and which one is known: what it gets counts as for a call by name.
static int first(const int *items) {
    return *items; //~ null-dereference
}
int main(void) {
    int (*f)(const int *) = first;
    return f(0);
}
