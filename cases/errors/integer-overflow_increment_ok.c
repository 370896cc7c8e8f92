//@ expect: none
//@ check: integer-overflow
#include <limits.h>
int main(void) {
    long long big = LLONG_MAX - 2;
    for (int i = 0; i < 2; i++)
        big++;
    return big == 0;
}
