// Arrays of variable length that a longjmp leaves behind do not fill the stack; older ones stay.
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
static jmp_buf point;
static volatile int rounds, length = 1000;
int main(void) {
    char before[length];
    memset(before, 'b', sizeof before);
    setjmp(point);
    if (rounds++ < 20000) {
        char array[length];
        memset(array, 'a', 10);
        longjmp(point, 1);
    }
    printf("%d %c\n", rounds, before[999]);
    return 0;
}
