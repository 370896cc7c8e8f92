// Then nobody says that it ends anywhere.
#include <assert.h>
#include <wchar.h>
int main(void) {
    wchar_t text[4] = L"xyz";
    if (swprintf(text, 3, L"%ls", L"abc") < 0) assert(text[2] == 0); //~ assertion-failure
    return 0;
}
