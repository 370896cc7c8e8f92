//@ env: POSIXLY_CORRECT=1
// Whoever wants POSIX gets no options behind operands.
#define _GNU_SOURCE
#include <unistd.h>
#include <assert.h>
int main(void) {
    char *v[] = {"p", "x", "-a", 0};
    assert(getopt(3, v, "a") == 'a'); //~ assertion-failure
}
