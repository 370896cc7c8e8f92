// A stream of wide characters.
#include <stdio.h>
#include <wchar.h>

int main(void) {
    wprintf(L"%ls %s %d\n", L"wide", "narrow", 42);
    fputws(L"fputws\n", stdout);
    putwchar(L'x');
    fputwc(L'\n', stdout);
    fwprintf(stdout, L"[%5ls][%-5d]\n", L"ab", 7);
    return 0;
}
