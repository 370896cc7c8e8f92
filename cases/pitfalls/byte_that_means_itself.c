//@ nondet: 1
// POSIX wants every byte to be a character.
#include <stdlib.h>
#include <assert.h>
int main(void) {
    wchar_t w;
    assert(mbtowc(&w, "\xe9", 1) == -1); //~ assertion-failure
}
