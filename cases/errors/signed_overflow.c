//@ check: integer-overflow
// INT_MAX + 1.
#include <limits.h>
int main(void) {
    volatile int big = INT_MAX;
    return big + 1 == 0; //~ integer-overflow
}
