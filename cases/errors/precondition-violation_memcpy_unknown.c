//@ expect: precondition-violation
//@ native: no
#include <stdlib.h>
#include <string.h>
/* Where the pointer leads, only its number says. */
static char *back(char *p) { return (char *)((size_t)p / 10 * 10 + (size_t)p % 10); }
int main(void) {
    char text[20] = "  trim me";
    char *to = back(text);
    memcpy(to, text + 2, 8); //~ precondition-violation
    return text[0] - 't';
}
