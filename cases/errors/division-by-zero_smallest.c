//@ expect: division-by-zero
//@ native: no
#include <limits.h>
int main(void) {
    volatile int smallest = INT_MIN, minus = -1;
    return smallest / minus == 0; //~ division-by-zero
}
