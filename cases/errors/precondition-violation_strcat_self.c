//@ expect: precondition-violation
//@ native: no
#include <string.h>
int main(void) {
    char text[20] = "abc", copy[20];
    strcpy(copy, text);
    strcat(text, text + 1); //~ precondition-violation
    return text[0] - 'a';
}
