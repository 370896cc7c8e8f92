//@ expect: integer-overflow
//@ check: integer-overflow
//@ native: no
#include <limits.h>
int main(void) {
    long long big = LLONG_MAX - 2;
    for (int i = 0; i < 5; i++)
        big++; //~ integer-overflow
    return big == 0;
}
