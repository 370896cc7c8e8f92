/* string.h: names with numbers in them, in the order of versions. */
#include "cairn_model.h"

/* What the strings have in common ends in text, in a number, in a fraction (which begins with zeros), or in zeros only. */
enum { TEXT, NUMBER, FRACTION, ZEROS };
/* What comes next: another character, a digit, a zero. */
static int kind_of(char c) { return cairn_is_digit(c) + (c == '0'); }

static int next_part(int part, int kind) {
    if (kind == 0) return TEXT;
    if (part == TEXT) return kind == 2 ? ZEROS : NUMBER;
    return part == ZEROS && kind == 1 ? FRACTION : part;
}

/* The number with more digits is the larger one. */
static int by_length(const char *a, const char *b, int difference) {
    while (cairn_is_digit(*a) && cairn_is_digit(*b)) a++, b++;
    return cairn_is_digit(*a) ? 1 : cairn_is_digit(*b) ? -1 : difference;
}

int strverscmp(const char *a, const char *b) {
    int part = TEXT;
    for (; *a == *b; a++, b++) {
        if (*a == 0) return 0;
        part = next_part(part, kind_of(*a));
    }
    int of_a = kind_of(*a), of_b = kind_of(*b), difference = (unsigned char)*a - (unsigned char)*b;
    if (part == TEXT) return of_a == 1 && of_b == 1 ? by_length(a, b, difference) : difference;
    if (part == FRACTION || (of_a == 0) == (of_b == 0)) return part == NUMBER && of_a != 0 ? by_length(a, b, difference) : difference;
    return (of_a != 0) == (part == NUMBER) ? 1 : -1;
}
