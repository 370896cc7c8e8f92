/* Adds the numbers on standard input. */
#include <stdio.h>

int main(void) {
    long total = 0, number;
    while (scanf("%ld", &number) == 1)
        total += number;
    printf("%ld\n", total);
    return 0;
}
