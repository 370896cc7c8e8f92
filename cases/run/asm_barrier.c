// Inline assembly as a barrier, and empty with operands.
#include <stdio.h>

int main(void) {
    int x = 1;
    __asm__ volatile("" ::: "memory");
    x += 2;
    __asm__ __volatile__("" : : "r"(x) : "memory");
    __asm__ volatile("");
    printf("%d\n", x);
    return 0;
}
