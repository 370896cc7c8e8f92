//@ expect: invalid-free
//@ native: no
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = "text";
    free(p); //~ invalid-free
    return 0;
}
