//@ expect: assertion-failure
//@ native: no
#include <assert.h>
int main(void) {
    int x = 3;
    assert(x * x == 4); //~ assertion-failure
    return 0;
}
