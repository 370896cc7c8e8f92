//@ native: no
// What a library function can do wrong is an obligation of the call, also if it is called through a pointer.
#include <stdlib.h>
int main(void) {
    void (*release)(void *) = free;
    char *text = malloc(4);
    release(text);
    release(text); //~ double-free
    return 0;
}
