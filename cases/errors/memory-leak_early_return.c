//@ expect: memory-leak
//@ native: no
#include <stdlib.h>
static int work(int n) {
    char *p = malloc(10); //~ memory-leak
    if (n > 3) {
        return -1;
    }
    p[0] = 1;
    free(p);
    return 0;
}
int main(void) {
    return work(2) + work(4) + 1;
}
