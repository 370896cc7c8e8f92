//@ nondet: 9
// The descriptor may have been closed.
#include <stdio.h>
#include <errno.h>
#include <assert.h>
int main(void) {
    if (fseek(stdin, 0, SEEK_SET) != 0) assert(errno == ESPIPE); //~ assertion-failure
}
