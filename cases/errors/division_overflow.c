// INT_MIN / -1 does not fit.
#include <limits.h>
int main(void) {
    volatile int small = INT_MIN, minus = -1;
    return small % minus; //~ division-by-zero
}
