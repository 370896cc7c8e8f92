// The second one, if both are equal.
#include <assert.h>
#include <math.h>
int main(void) {
    assert(!signbit(nexttoward(0.0, -0.0L))); //~ assertion-failure
    return 0;
}
