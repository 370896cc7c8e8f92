//@ expect: uninitialized-read
//@ native: no
#include <stdlib.h>
int main(void) {
    unsigned char *p = malloc(2);
    p[0] = 1;
    int r = 1;
    switch (p[1]) { //~ uninitialized-read
    case 1: r = 0; break;
    default: r = 0;
    }
    free(p);
    return r;
}
