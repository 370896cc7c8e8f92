//@ nondet: 2
// It may be looked for in several places.
#include <assert.h>
#include <errno.h>
#include <locale.h>
int main(void) {
    errno = 0;
    setlocale(LC_ALL, "C");
    assert(errno == 0); //~ assertion-failure
    return 0;
}
