//@ expect: out-of-bounds
//@ native: no
#include <string.h>
int main(void) {
    char buffer[10] = "hello ";
    strcat(buffer, "world"); //~ out-of-bounds
    return buffer[0] - 'h';
}
