// Functions of the library call each other, not those of the program.
#include <assert.h>
#include <stdio.h>
static int calls;
int fputc(int c, FILE *f) {
    calls++;
    return c;
}
int main(void) {
    puts("x");
    assert(calls == 1); //~ assertion-failure
    return 0;
}
