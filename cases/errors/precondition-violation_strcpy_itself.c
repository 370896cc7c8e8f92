//@ expect: precondition-violation
//@ native: no
#include <string.h>
int main(void) {
    char text[10] = "same", *p = text;
    strcpy(text, p); //~ precondition-violation
    return text[0] - 's';
}
