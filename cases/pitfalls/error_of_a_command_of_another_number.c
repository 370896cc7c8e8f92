//@ nondet: 0, 11
// There may be no memory for another process.
#include <stdlib.h>
#include <errno.h>
#include <assert.h>
int main(void) {
    if (system("x") == -1) assert(errno == ENOSYS); //~ assertion-failure
}
