//@ expect: precondition-violation
//@ native: no
#include <string.h>
int main(void) {
    char text[20] = "overlapping";
    memcpy(text + 2, text, 10); //~ precondition-violation
    return text[0] - 'o';
}
