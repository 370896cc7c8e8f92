// What is called behind the end of `main` is called, though no line of the program does it.
#include <stdlib.h>
int main(void) {
    atexit(0);
    return 0; //~ null-dereference
}
