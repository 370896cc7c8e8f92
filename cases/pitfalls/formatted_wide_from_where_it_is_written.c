// The text lies where it is written to.
#include <wchar.h>
#include <assert.h>
int main(void) {
    wchar_t b[20] = L"abc";
    swprintf(b, 20, L"x%ls", b + 1); //~ precondition-violation
    assert(b[1] == 'b');
    return 0;
}
