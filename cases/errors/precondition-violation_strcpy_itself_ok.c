//@ expect: none
#include <string.h>
int main(void) {
    char text[10] = "same", *p = text;
    memmove(text, p, 5);
    return text[0] - 's';
}
