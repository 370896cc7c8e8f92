// The vector extension: arithmetic, comparison, shuffles, by value.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b8 __attribute__((vector_size(8)));

static v4 mix(v4 a, v4 b) { return a * b - (a >> 1); }

int main(void) {
    v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, c = mix(a, b);
    for (int i = 0; i < 4; i++) printf("%d ", c[i]);
    v4 greater = c > 50;
    for (int i = 0; i < 4; i++) printf("%d ", greater[i]);
    f4 f = {0.5f, 1.5f, -2, 8}, g = f * 2 + 1;
    for (int i = 0; i < 4; i++) printf("%g ", g[i]);
    v4 s = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    for (int i = 0; i < 4; i++) printf("%d ", s[i]);
    b8 bytes = {250, 251, 252, 253, 254, 255, 0, 1};
    bytes += 5;
    bytes ^= 1;
    for (int i = 0; i < 8; i++) printf("%d ", bytes[i]);
    a[2] = 99;
    v4 *p = &a;
    printf("%d %d\n", (*p)[2] + (*p)[0], (int)sizeof a);
    return 0;
}
