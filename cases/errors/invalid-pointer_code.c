//@ expect: invalid-pointer
//@ native: no
#include <string.h>
static int function(void) { return 1; }
static unsigned char data[4];
int main(void) {
    unsigned char *p = (unsigned char *)function;
    p[0] = 0; //~ invalid-pointer
    return function() - 1;
}
