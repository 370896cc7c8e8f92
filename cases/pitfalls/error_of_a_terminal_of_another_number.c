//@ nondet: 0, 9
// The descriptor may have been closed.
#include <unistd.h>
#include <errno.h>
#include <assert.h>
int main(void) {
    if (!isatty(0)) assert(errno == ENOTTY); //~ assertion-failure
}
