// Keeping a pointer that was never written is no error; calling it is, behind the end of `main`.
#include <stdlib.h>
int main(void) {
    void (*handler)(void);
    atexit(handler);
    return 0; //~ uninitialized-read
}
