//@ expect: precondition-violation
//@ native: no
#include <string.h>
int main(void) {
    char text[20] = "  trim me";
    strcpy(text, text + 2); //~ precondition-violation
    return text[0] - 't';
}
