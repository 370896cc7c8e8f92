//@ expect: none
#include <stdlib.h>
int main(void) {
    int array[4] = {0}, *p = array;
    p = malloc(sizeof array);
    p = realloc(p, 100);
    free(p);
    return array[0];
}
