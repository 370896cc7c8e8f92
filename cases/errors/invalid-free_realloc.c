//@ expect: invalid-free
//@ native: no
#include <stdlib.h>
int main(void) {
    int array[4] = {0}, *p = array;
    p = realloc(p, 100); //~ invalid-free
    free(p);
    return array[0];
}
