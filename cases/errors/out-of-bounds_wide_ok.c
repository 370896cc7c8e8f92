//@ expect: none
#include <wchar.h>
int main(void) {
    wchar_t text[5];
    wcscpy(text, L"wide");
    return text[0] - L'w';
}
