//@ expect: precondition-violation
//@ native: no
#include <string.h>
static void copy(char *to, const char *from, unsigned long count) {
    memcpy(to, from, count); //~ precondition-violation
}
int main(void) {
    char text[20] = "  trim me";
    copy(text, text + 2, 8);
    return text[0] - 't';
}
