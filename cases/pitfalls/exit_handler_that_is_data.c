// Behind the end of `main`, what is called may be no function.
#include <stdlib.h>
static int data;
int main(void) {
    atexit((void (*)(void))&data);
    return 0; //~ invalid-pointer
}
