// Variable length arrays: one and two dimensions, in loops, as parameters.
#include <stdio.h>
#include <string.h>

static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++) t += m[i][i];
    return t;
}

int main(void) {
    for (int n = 1; n <= 4; n++) {
        int m[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) m[i][j] = i * n + j;
        printf("%d %d\n", trace(n, m), (int)sizeof m);
    }
    int total = 0;
    for (int i = 1; i < 200; i++) {
        char buffer[i * 10];
        memset(buffer, i, sizeof buffer);
        total += buffer[i * 10 - 1];
    }
    printf("%d\n", total);
    int n = 3;
    typedef int row[n];
    row r;
    r[0] = 0, r[2] = 7;
    n = 10;
    printf("%d %d\n", (int)(sizeof(row) / sizeof(int)), r[2] + r[0]);
    return 0;
}
