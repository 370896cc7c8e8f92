//@ expect: none
#include <stdlib.h>
static int work(int n) {
    char *p = malloc(10);
    if (n > 3) {
        free(p);
        return -1;
    }
    p[0] = 1;
    free(p);
    return 0;
}
int main(void) {
    return work(2) + work(4) + 1;
}
