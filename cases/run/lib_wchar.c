// Wide strings.
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
    wchar_t a[40], b[40];
    wcscpy(a, L"hello");
    wcscat(a, L" wide");
    wcsncat(a, L"!!!", 1);
    wmemset(b, L'-', 10);
    wcsncpy(b, a, 5);
    b[10] = 0;
    printf("%ls %ls %d\n", a, b, (int)wcslen(a));
    printf("%d %d %d\n", wcscmp(a, b) < 0, wcsncmp(a, b, 5), (int)(wcschr(a, L'w') - a));
    printf("%d %d\n", (int)(wcsstr(a, L"wid") - a), wmemcmp(a, b, 5));
    for (wchar_t *p = a; *p; p++) *p = towupper(*p);
    printf("%ls\n", a);
    swprintf(b, 40, L"%d %ls %s %.2f", 5, L"wide", "narrow", 1.5);
    printf("%ls\n", b);
    char narrow[40];
    printf("%d", (int)wcstombs(narrow, b, sizeof narrow));
    printf(" %s %d %ld\n", narrow, (int)mbstowcs(a, "back", 40), wcstol(L"123x", NULL, 10));
    wchar_t *copy = malloc(10 * sizeof *copy), *rest;
    wcscpy(copy, L"a,b;c");
    for (wchar_t *t = wcstok(copy, L",;", &rest); t; t = wcstok(NULL, L",;", &rest)) printf("<%ls>", t);
    printf("\n");
    free(copy);
    return 0;
}
