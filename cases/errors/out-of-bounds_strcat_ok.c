//@ expect: none
#include <string.h>
int main(void) {
    char buffer[12] = "hello ";
    strcat(buffer, "world");
    return buffer[0] - 'h';
}
