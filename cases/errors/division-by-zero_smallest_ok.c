//@ expect: none
#include <limits.h>
int main(void) {
    volatile int smallest = INT_MIN, minus = -1;
    return (smallest + 1) / minus == 0;
}
