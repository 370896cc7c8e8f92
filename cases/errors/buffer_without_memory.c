//@ alloc-fail: 1
// There may be no memory for a buffer.
#include <stdio.h>
#include <assert.h>
int main(void) {
    assert(setvbuf(stdout, NULL, _IOFBF, 100) == 0); //~ assertion-failure
}
