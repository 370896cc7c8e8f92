//@ expect: none
#include <string.h>
int main(void) {
    char text[10];
    text[0] = 'a';
    text[1] = 0;
    return strlen(text) == 100;
}
