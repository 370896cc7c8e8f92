// _Generic, sizeof, _Alignof, _Static_assert.
#include <stdio.h>

#define NAME(x) _Generic((x), int: "int", unsigned: "unsigned", long long: "long long", double: "double", float: "float", char *: "string", const char *: "const string", default: "other")
#define ABS(x) _Generic((x), double: abs_double, default: abs_int)(x)
static int abs_int(int x) { return x < 0 ? -x : x; }
static double abs_double(double x) { return x < 0 ? -x : x; }
_Static_assert(sizeof(int) == 4, "int has 32 bits");

int main(void) {
    short s = 1;
    float f = 1;
    char text[] = "x";
    printf("%s %s %s %s %s %s %s\n", NAME(s), NAME(s + 1), NAME(1u), NAME(f), NAME(f + 1.0), NAME(text), NAME(&s));
    printf("%d %g\n", ABS(-3), ABS(-2.5));
    printf("%d %d %d\n", (int)_Alignof(char), (int)_Alignof(int), (int)sizeof(struct { char c; int i; }));
    return 0;
}
