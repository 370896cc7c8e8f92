//@ expect: invalid-free
//@ native: no
#include <stdlib.h>
static char buffer[100];
int main(void) {
    char *p = buffer;
    free(p); //~ invalid-free
    return buffer[0];
}
