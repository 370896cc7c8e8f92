//@ expect: none
#include <stdio.h>
int main(void) {
    char text[7];
    sprintf(text, "%d", 123456);
    return text[0] - '1';
}
