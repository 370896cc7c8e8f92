//@ expect: none
#include <assert.h>
int main(void) {
    int x = 2;
    assert(x * x == 4);
    return 0;
}
