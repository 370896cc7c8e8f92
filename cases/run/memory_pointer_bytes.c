// Pointers and integers through bytes and integers and back.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int x = 42, y = 0;
    int *p = &x, *q;
    unsigned char bytes[sizeof p];
    memcpy(bytes, &p, sizeof p);
    for (size_t i = 0; i < sizeof p; i++) ((unsigned char *)&q)[i] = bytes[i];
    *q += 1;
    uintptr_t n = (uintptr_t)&x;
    *(int *)n += 1;
    *(int *)((n ^ 0x55) ^ 0x55) += 1;
    printf("%d %d\n", x, (int)(n % sizeof(int)));
    intptr_t distance = (char *)&bytes[3] - (char *)&bytes[1];
    printf("%d %d\n", (int)distance, q == &x && q != &y);
    double d = 1.0;
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    printf("%llx\n", (unsigned long long)bits);
    uintptr_t tagged = (uintptr_t)&x | 1;
    printf("%d %d\n", (int)(tagged & 1), *(int *)(tagged & ~(uintptr_t)1));
    return 0;
}
