//@ expect: none
#include <string.h>
int main(void) {
    const char *text = "too long";
    char buffer[9];
    strcpy(buffer, text);
    return buffer[0] - 't';
}
