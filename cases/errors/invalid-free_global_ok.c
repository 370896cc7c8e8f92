//@ expect: none
#include <stdlib.h>
static char buffer[100];
int main(void) {
    char *p = buffer;
    p = malloc(1);
    free(p);
    return buffer[0];
}
