//@ expect: none
#include <string.h>
#include <stdlib.h>
int main(void) {
    const char *text = "abc";
    return (int)strlen(text) - 3;
}
