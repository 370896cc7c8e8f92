//@ expect: out-of-bounds
//@ native: no
#include <wchar.h>
int main(void) {
    wchar_t text[4];
    wcscpy(text, L"wide"); //~ out-of-bounds
    return text[0] - L'w';
}
