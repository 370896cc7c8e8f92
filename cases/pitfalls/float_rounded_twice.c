// A bit more than half way to the next number.
#include <stdlib.h>
#include <assert.h>
int main(void) {
    assert(strtof("1.00000005960464477539062500000000000001", 0) == 1.0f); //~ assertion-failure
    return 0;
}
