// for, while, do, break, continue, comma, nested.
#include <stdio.h>

int main(void) {
    int n = 27, steps = 0;
    while (n != 1) n = n % 2 ? 3 * n + 1 : n / 2, steps++;
    printf("%d\n", steps);
    int found = 0;
    for (int i = 2; i < 50; i++) {
        int prime = 1;
        for (int j = 2; j * j <= i; j++)
            if (i % j == 0) { prime = 0; break; }
        if (!prime) continue;
        found++;
        printf("%d ", i);
    }
    printf("(%d)\n", found);
    int k = 0;
    do k += 3; while (k < 10 && k != 9);
    for (;;) if (++k > 20) break;
    for (int a = 0, b = 10; a < b; a++, b--) k += b - a;
    printf("%d\n", k);
    return 0;
}
