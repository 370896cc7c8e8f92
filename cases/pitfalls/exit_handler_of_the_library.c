// A function of the library may be what runs behind the end of `main`.
#include <stdlib.h>
static int data;
int __cxa_atexit(void (*function)(void *), void *argument, void *library);
int main(void) {
    __cxa_atexit(free, &data, 0);
    return 0; //~ invalid-free
}
