// More arguments than registers, structs among them.
#include <stdio.h>

struct pair { int a, b; };
struct big { long long v[4]; };

static long long all(int a, struct pair p, long long b, double c, struct big q, char d, float e, short f, struct pair r, int g,
                     unsigned char h, double i, double j, double k, double l, double m, double n, double o, double z) {
    long long sum = a + p.a * 10 + p.b * 100 + b + (long long)c + q.v[0] + q.v[3] + d + (long long)(e * 4) + f + r.a + r.b + g + h;
    return sum + (long long)(i + j * 2 + k * 3 + l * 4 + m * 5 + n * 6 + o * 7 + z * 8);
}

int main(void) {
    struct big q = {{1000, 2000, 3000, 4000}};
    printf("%lld\n", all(1, (struct pair){2, 3}, 1LL << 35, 5.5, q, 'x', 1.25f, -7, (struct pair){8, 9}, 10, 200, 1, 2, 3, 4, 5, 6, 7, 8));
    return 0;
}
