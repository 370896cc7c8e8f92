//@ expect: out-of-bounds
//@ native: no
#include <string.h>
int main(void) {
    const char *text = "too long";
    char buffer[8];
    strcpy(buffer, text); //~ out-of-bounds
    return buffer[0] - 't';
}
