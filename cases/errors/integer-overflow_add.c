//@ expect: integer-overflow
//@ check: integer-overflow
//@ native: no
#include <limits.h>
int main(void) {
    volatile int x = INT_MAX;
    int y = x + 1; //~ integer-overflow
    return y == 0;
}
