// Variable arguments of every class, more than fit in registers, lists that travel.
#include <stdarg.h>

struct pair { long a, b; };
struct floats { float x, y; };
struct mixed { double d; long l; };
struct big { char text[40]; };
struct tiny { char c; };

static long sum_ints(int n, ...) {
    va_list list;
    long sum = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) sum += va_arg(list, int);
    va_end(list);
    return sum;
}

static double sum_doubles(int a, double b, int n, ...) {
    va_list list, again;
    double sum = a + b;
    va_start(list, n);
    va_copy(again, list);
    for (int i = 0; i < n; i++) sum += va_arg(list, double);
    for (int i = 0; i < n; i++) sum += va_arg(again, double);
    va_end(again);
    va_end(list);
    return sum;
}

static long walk(va_list list) {
    int i = va_arg(list, int);
    double d = va_arg(list, double);
    long long ll = va_arg(list, long long);
    long double ld = va_arg(list, long double);
    char *s = va_arg(list, char *);
    struct pair p = va_arg(list, struct pair);
    struct floats f = va_arg(list, struct floats);
    struct mixed m = va_arg(list, struct mixed);
    struct big b = va_arg(list, struct big);
    struct tiny t = va_arg(list, struct tiny);
    unsigned u = va_arg(list, unsigned);
    if (i != -1 || d != 2.5 || ll != 0x100000002LL || ld != 3.25L || s[1] != 'b') return 1;
    if (p.a != 4 || p.b != 5 || f.x != 6 || f.y != 7 || m.d != 8 || m.l != 9) return 2;
    if (b.text[0] != 'x' || b.text[39] != 'y' || t.c != 'z' || u != 11) return 3;
    return 0;
}

static long everything(const char *format, ...) {
    va_list list;
    va_start(list, format);
    long result = walk(list);
    va_end(list);
    return result;
}

static int many_named(int a, int b, int c, int d, int e, int f, int g, double x, struct big big, ...) {
    va_list list;
    va_start(list, big);
    int first = va_arg(list, int);
    double second = va_arg(list, double);
    va_end(list);
    return a + b + c + d + e + f + g + (int)x + big.text[0] + first + (int)second;
}

static int old();
static int old(a, b) int a; double b; { return a + (int)b; }

#ifdef __SIZEOF_INT128__
static int wide(int n, ...) {
    va_list list;
    va_start(list, n);
    __int128 a = va_arg(list, __int128);
    for (int i = 0; i < 3; i++) if (va_arg(list, long) != i) return 1;
    __int128 b = va_arg(list, __int128);
    long last = va_arg(list, long);
    va_end(list);
    return a != ((__int128)1 << 100) || b != -2 || last != 77;
}
#endif

int main(void) {
    if (sum_ints(0) != 0) return 1;
    if (sum_ints(3, 1, 2, 3) != 6) return 2;
    if (sum_ints(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) != 78) return 3;
    if (sum_doubles(1, 2.0, 10, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) != 113) return 4;
    struct big big = {{'x'}};
    big.text[39] = 'y';
    long bad = everything("", -1, 2.5, 0x100000002LL, 3.25L, "ab", (struct pair){4, 5}, (struct floats){6, 7},
                          (struct mixed){8, 9}, big, (struct tiny){'z'}, 11u);
    if (bad) return 10 + bad;
    if (many_named(1, 2, 3, 4, 5, 6, 7, 8.0, big, 9, 10.0) != 28 + 8 + 'x' + 19) return 5;
    if (old(3, 4.5) != 7) return 6;
    long (*through)(int, ...) = sum_ints;
    if (through(2, 40, 2) != 42) return 7;
#ifdef __SIZEOF_INT128__
    if (wide(0, (__int128)1 << 100, 0L, 1L, 2L, (__int128)-2, 77L)) return 8;
#endif
    return 0;
}
