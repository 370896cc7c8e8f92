//@ only: 64
// A callee makes a number of an address, and its caller an address of the number.
#include <cairn.h>
static unsigned long number(int *p) { return (unsigned long)p * 3; }
static int table[4];
int main(void) {
    int m[1] = {0};
    unsigned long n = number(m);
    *(int *)(n / 3) = 5;
    table[m[0]] = 1; //~ out-of-bounds
    return 0;
}
