// Thread-local variables in one thread.
#include <stdio.h>

static _Thread_local int counter = 3;
__thread char buffer[8] = "tls";
_Thread_local int *pointer;

static int *address(void) { return &counter; }

int main(void) {
    counter++;
    *address() += 10;
    buffer[0] = 'T';
    pointer = &counter;
    printf("%d %s %d %d\n", counter, buffer, *pointer, address() == pointer);
    return 0;
}
