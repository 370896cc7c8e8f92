// goto: out of nested loops, backwards, past initialisations of the same scope.
#include <stdio.h>

static int find(int m[3][3], int wanted) {
    int i, j;
    for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (m[i][j] == wanted) goto found;
    return -1;
found:
    return i * 10 + j;
}

int main(void) {
    int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, n = 0;
    printf("%d %d\n", find(m, 6), find(m, 42));
again:
    n++;
    {
        int fresh = n * n;
        if (fresh < 50) goto again;
        printf("%d %d\n", n, fresh);
    }
    if (n > 0) goto inside;
    while (n > 100) {
inside:
        n -= 3;
        if (n > 0) continue;
    }
    printf("%d\n", n);
    return 0;
}
