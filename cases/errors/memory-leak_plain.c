//@ expect: memory-leak
//@ native: no
#include <stdlib.h>
static void work(void) {
    int *p = malloc(sizeof *p); //~ memory-leak
    *p = 1;
}
int main(void) {
    work();
    return 0;
}
