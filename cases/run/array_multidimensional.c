// Arrays of arrays, pointers to rows, decay.
#include <stdio.h>

static int sum(int rows, int (*m)[4]) {
    int total = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < 4; j++) total += m[i][j];
    return total;
}

int main(void) {
    int m[3][4] = {{1, 2, 3, 4}, {5, 6}, {[3] = 9}};
    int cube[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    printf("%d %d %d\n", sum(3, m), (int)sizeof m, (int)(sizeof m / sizeof *m));
    int *flat = &m[0][0];
    printf("%d %d %d\n", flat[3], *(*(m + 1) + 1), m[2][3]);
    printf("%d\n", (int)(&m[2][1] - &m[2][0]));
    int (*row)[4] = m + 1;
    printf("%d %d\n", (*row)[0], row[1][3]);
    printf("%d %d\n", cube[1][0][1], ***(cube + 1));
    char names[][6] = {"ab", "cdefg", ""};
    for (int i = 0; i < 3; i++) printf("<%.6s>", names[i]);
    printf("%d\n", 2[m[0]]);
    return 0;
}
