// Where text is wide, a character beyond ASCII is copied like any other.
#include <wchar.h>
#include <assert.h>
int main(void) {
    wchar_t b[10];
    assert(swprintf(b, 10, L"%ls", L"\x20ac") < 0); //~ assertion-failure
}
