//@ expect: none
#include <string.h>
int main(void) {
    char text[20] = "overlapping";
    memmove(text + 2, text, 10);
    return text[0] - 'o';
}
