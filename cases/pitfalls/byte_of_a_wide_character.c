//@ nondet: 1
//@ native: no
// In the C locale of some libraries, each byte is a character.
#include <assert.h>
#include <stdio.h>
#include <wchar.h>
int main(void) {
    char text[10];
    assert(snprintf(text, sizeof text, "%ls", L"\xc8") == -1); //~ assertion-failure
    return 0;
}
