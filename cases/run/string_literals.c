// String literals: escapes, concatenation, wide, arrays from literals.
#include <stdio.h>
#include <string.h>
#include <wchar.h>

static const char *names[] = {"zero", "one" " and more", "tab\there", "quote\"s", ""};
static char exact[3] = "abc";
static char buffer[10] = "ab";

int main(void) {
    for (int i = 0; i < 5; i++) printf("%s:%d\n", names[i], (int)strlen(names[i]));
    printf("%.3s %d %d\n", exact, (int)sizeof exact, buffer[9]);
    printf("%d %d\n", (int)sizeof "hello", "hello"[4]);
    char inner[] = "a\0b";
    printf("%d %d %c\n", (int)sizeof inner, (int)strlen(inner), inner[2]);
    wchar_t wide[] = L"wide";
    printf("%d %d %c\n", (int)wcslen(wide), (int)(sizeof wide / sizeof *wide), (char)wide[3]);
    printf("%s\n", __func__);
    printf("\x41\102\u00e9\n");
    return 0;
}
