//@ expect: integer-overflow
//@ check: integer-overflow
//@ native: no
#include <limits.h>
static int compare(int a, int b) {
    return a - b; //~ integer-overflow
}
int main(void) {
    return compare(INT_MIN, 1) > 0;
}
