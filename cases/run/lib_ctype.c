// Character classes over all characters, as functions and as macros.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int (*functions[])(int) = {isalpha, isdigit, isalnum, isspace, isupper, islower, ispunct, isprint, isgraph, iscntrl, isxdigit, isblank};
    for (int f = 0; f < 12; f++) {
        unsigned sum = 0;
        for (int c = -1; c < 256; c++) sum = sum * 2 + (functions[f](c) != 0) + sum / 65521;
        printf("%u ", sum);
    }
    int letters = 0;
    for (const char *p = "Mixed 123 Text!"; *p; p++) {
        if (isalpha((unsigned char)*p)) letters++;
        putchar(isupper((unsigned char)*p) ? tolower((unsigned char)*p) : toupper((unsigned char)*p));
    }
    printf(" %d %d %d\n", letters, toupper('z'), tolower('#'));
    return 0;
}
