// The game of life on a torus.
#include <stdio.h>
#include <string.h>

enum { N = 12 };
static char world[N][N], next[N][N];

int main(void) {
    static const int glider[][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
    for (int i = 0; i < 5; i++) world[glider[i][0]][glider[i][1]] = 1;
    for (int t = 0; t < 20; t++) {
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                int n = -world[y][x];
                for (int d = 0; d < 9; d++) n += world[(y + d / 3 + N - 1) % N][(x + d % 3 + N - 1) % N];
                next[y][x] = n == 3 || (n == 2 && world[y][x]);
            }
        memcpy(world, next, sizeof world);
    }
    for (int y = 0; y < N; y++) {
        for (int x = 0; x < N; x++) putchar(world[y][x] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
