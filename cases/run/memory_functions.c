// memcpy, memmove, memset, memcmp, memchr and struct assignment.
#include <stdio.h>
#include <string.h>

struct block { char bytes[100]; int tail; };

int main(void) {
    char a[32] = "abcdefghij", b[32];
    memcpy(b, a, 11);
    memmove(a + 2, a, 8);
    memmove(b, b + 3, 5);
    printf("%s %s\n", a, b);
    memset(b, '-', 10);
    b[10] = 0;
    printf("%s %d\n", b, memcmp(a, b, 5) > 0);
    printf("%d %d\n", memcmp("abc", "abd", 2), (int)((char *)memchr(a, 'c', 32) - a));
    struct block x = {"source", 5}, y;
    y = x;
    y.bytes[0] = 'S';
    struct block *p = &x;
    *p = y;
    printf("%s %d %d\n", x.bytes, x.tail, memcmp(&x, &y, sizeof x));
    int numbers[5] = {1, 2, 3, 4, 5};
    memmove(numbers + 1, numbers, 4 * sizeof(int));
    memset(&numbers[3], 0xff, 2 * sizeof(int));
    for (int i = 0; i < 5; i++) printf("%d ", numbers[i]);
    int *ptrs[3] = {numbers, numbers + 1, 0}, *copies[3];
    memcpy(copies, ptrs, sizeof ptrs);
    printf("%d\n", *copies[1]);
    return 0;
}
