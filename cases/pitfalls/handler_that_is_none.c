// A null pointer is called at the end.
#include <stdlib.h>
int main(void) {
    atexit(0); //~ null-dereference
    return 0;
}
