//@ expect: out-of-bounds
//@ native: no
#include <string.h>
int main(void) {
    char text[3] = {'a', 'b', 'c'};
    return strlen(text) > 100; //~ out-of-bounds
}
