//@ expect: none
#include <string.h>
int main(void) {
    char text[3] = {'a', 'b', 0};
    return strlen(text) > 100;
}
