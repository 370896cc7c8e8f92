//@ expect: none
#include <string.h>
static int function(void) { return 1; }
static unsigned char data[4];
int main(void) {
    unsigned char *p = data;
    p[0] = 0;
    return function() - 1;
}
