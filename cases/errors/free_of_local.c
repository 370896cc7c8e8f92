// Not from the heap.
#include <stdlib.h>
int main(void) {
    int x;
    int *volatile p = &x;
    free(p); //~ invalid-free
    return 0;
}
