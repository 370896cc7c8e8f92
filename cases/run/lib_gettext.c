// Messages have no other texts in the C locale; which form is taken depends on the number.
#define _GNU_SOURCE
#include <libintl.h>
#include <locale.h>
#include <stdio.h>

int main(void) {
    const char *text = "message %d\n";
    printf("%d", gettext(text) == text);
    printf(" %d", dgettext("domain", text) == text);
    printf(" %d", dgettext(NULL, text) == text);
    printf(" %d", dcgettext(NULL, text, LC_MESSAGES) == text);
    printf(" %d\n", dcgettext("domain", NULL, LC_TIME) == NULL);
    for (unsigned long n = 0; n < 4; n++) {
        printf("%s ", ngettext("file", "files", n));
        printf("%s ", dngettext("domain", "file", "files", n));
        printf("%s\n", dcngettext(NULL, "file", "files", n, LC_MESSAGES));
    }
    printf(gettext("message %d\n"), 3);
    return 0;
}
