//@ native: no
// One byte of the divisor is written, three are not.
#include <stdlib.h>
int main(void) {
    int *divisor = malloc(sizeof *divisor);
    if (divisor == NULL) return 0;
    *(char *)divisor = 1;
    int quotient = 100 / *divisor; //~ uninitialized-read
    free(divisor);
    return quotient == 100;
}
