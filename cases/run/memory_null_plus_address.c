// A null pointer plus an address as a number is a pointer to the object there.
#include <stdint.h>
#include <stdio.h>
int main(void) {
    int numbers[4] = {1, 2, 3, 4};
    char *null = NULL;
    int *third = (int *)(null + (uintptr_t)&numbers[2]);
    printf("%d\n", *third);
    return 0;
}
