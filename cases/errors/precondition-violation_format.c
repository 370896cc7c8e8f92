//@ expect: precondition-violation
//@ native: no
#include <stdio.h>
int main(void) {
    printf("%y\n", 5); //~ precondition-violation
    return 0;
}
