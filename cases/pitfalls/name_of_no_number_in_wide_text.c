// Underscores belong to what is behind `nan`.
#include <assert.h>
#include <wchar.h>
int main(void) {
    const wchar_t *text = L"nan(1_a)";
    wchar_t *end;
    wcstod(text, &end);
    assert(end - text == 3); //~ assertion-failure
    return 0;
}
