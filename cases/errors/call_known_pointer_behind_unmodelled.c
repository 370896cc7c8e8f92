//@ native: no
// Behind what is not modelled, a function is entered that is called through a known pointer only.
#include <setjmp.h>
static jmp_buf env;
static int first(const int *items) {
    return *items; //~ null-dereference
}
int main(void) {
    int (*f)(const int *) = first;
    if (setjmp(env)) return 1;
    return f(0);
}
