//@ expect: none
#include <stdlib.h>
int main(void) {
    unsigned char *p = malloc(2);
    p[0] = 1;
    p[1] = 1;
    int r = 1;
    switch (p[1]) {
    case 1: r = 0; break;
    default: r = 0;
    }
    free(p);
    return r;
}
