//@ nondet: 12560
// The text lies where the number is written to, and itself. Few numbers come there.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char b[40] = "abcdefgh";
    int x = __VERIFIER_nondet_int();
    if ((unsigned)x * 2654435761u % 1000003 != 77) return 0;
    sprintf(b, "%d,%s", x, b + 1); //~ precondition-violation
    return 0;
}
