//@ nondet: 21
// The same for streams.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
    if (fopen("cairn-case-missing.tmp", "r") != NULL) return 0;
    assert(errno == ENOENT || errno == EACCES); //~ assertion-failure
    return 0;
}
