//@ expect: out-of-bounds
//@ native: no
#include <stdio.h>
int main(void) {
    char text[6];
    sprintf(text, "%d", 123456); //~ out-of-bounds
    return text[0] - '1';
}
