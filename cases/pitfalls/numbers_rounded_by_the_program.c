// Clang makes an operation of the call, which becomes a call of the program's function all the same.
#include <assert.h>
double floor(double x) { return x + 42; }
int main(void) {
    double x = 1.5;
    assert(floor(x) == 1.0); //~ assertion-failure
    return 0;
}
