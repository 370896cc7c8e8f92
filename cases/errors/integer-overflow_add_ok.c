//@ expect: none
//@ check: integer-overflow
#include <limits.h>
int main(void) {
    volatile int x = INT_MAX;
    int y = x - 1;
    return y == 0;
}
