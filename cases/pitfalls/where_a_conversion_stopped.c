// Behind what was converted, also if the next character cannot be.
#include <assert.h>
#include <wchar.h>
int main(void) {
    const wchar_t text[] = L"ab\x100", *from = text;
    char bytes[9];
    size_t done = wcsrtombs(bytes, &from, sizeof bytes, NULL);
    assert(done == (size_t)-1 && from == text); //~ assertion-failure
    return 0;
}
