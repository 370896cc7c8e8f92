//@ expect: integer-overflow
//@ check: integer-overflow
//@ native: no
#include <limits.h>
int main(void) {
    volatile int x = INT_MIN;
    int y = -x; //~ integer-overflow
    return y == 0;
}
