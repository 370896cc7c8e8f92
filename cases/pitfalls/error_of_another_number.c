//@ nondet: 21
// A file may be missing for other reasons: it is a directory, there are too many.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
int main(void) {
    if (open("cairn-case-missing.tmp", O_RDONLY) >= 0) return 0;
    assert(errno == ENOENT || errno == EACCES); //~ assertion-failure
    return 0;
}
