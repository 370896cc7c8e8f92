// A destructor runs in the thread that ends the program, and sees its variables.
#include <stdio.h>
static _Thread_local int value = 1;
static _Thread_local int untouched = 5;
__attribute__((destructor)) static void last(void) { printf("%d %d\n", value, untouched); }
int main(void) {
    value = 42;
    return 0;
}
