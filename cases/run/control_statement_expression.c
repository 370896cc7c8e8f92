// Statement expressions and typeof.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
#define SWAP(a, b) do { __typeof__(a) _t = a; a = b; b = _t; } while (0)

int main(void) {
    int i = 3;
    printf("%d\n", MAX(i++, 2));
    printf("%d %g\n", i, MAX(1.5, 2.5));
    int total = ({ int s = 0; for (int k = 1; k <= 10; k++) s += k; s; });
    double x = 1, y = 2;
    SWAP(x, y);
    printf("%d %g %g\n", total, x, y);
    struct pair { int a, b; } p = ({ struct pair q = {total, i}; q.a++; q; });
    printf("%d %d\n", p.a, p.b);
    return 0;
}
