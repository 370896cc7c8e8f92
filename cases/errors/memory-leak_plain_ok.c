//@ expect: none
#include <stdlib.h>
static void work(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
}
int main(void) {
    work();
    return 0;
}
