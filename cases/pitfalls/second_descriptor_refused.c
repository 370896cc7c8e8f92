// A descriptor may not be doubled, and errno says why.
//@ nondet: 9
//@ native: no
#include <assert.h>
#include <errno.h>
#include <unistd.h>
int main(void) {
    assert(dup(0) >= 0 || errno == EMFILE); //~ assertion-failure
    return 0;
}
