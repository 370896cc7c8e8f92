//@ expect: null-dereference
//@ native: no
#include <string.h>
#include <stdlib.h>
int main(void) {
    const char *text = NULL;
    return (int)strlen(text) - 3; //~ null-dereference
}
