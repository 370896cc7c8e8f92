// Where text is wide, a character needs no bytes.
#include <assert.h>
#include <wchar.h>
int main(void) {
    wchar_t text[4];
    assert(swprintf(text, 4, L"%lc", 0xe9) == -1); //~ assertion-failure
    return 0;
}
