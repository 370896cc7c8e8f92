//@ expect: none
#include <string.h>
int main(void) {
    char text[20] = "  trim me";
    memmove(text, text + 2, strlen(text + 2) + 1);
    return text[0] - 't';
}
