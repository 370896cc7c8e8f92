//@ expect: uninitialized-read
//@ native: no
#include <string.h>
int main(void) {
    char text[10];
    text[0] = 'a';
    return strlen(text) == 100; //~ uninitialized-read
}
