// With instructions that multiply and add at once, the product is not rounded.
//@ flags: -mfma
#include <assert.h>
int main(void) {
    double d = 0.1;
    double x = d * 10.0 - 1.0;
    assert(x == 0.0); //~ assertion-failure
    return 0;
}
