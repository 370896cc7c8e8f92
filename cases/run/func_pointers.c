// Function pointers: tables, parameters, returned, in structs, compared.
#include <stdio.h>
#include <stdlib.h>

typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static op choose(char c) { return c == '+' ? add : c == '-' ? sub : c == '*' ? &mul : NULL; }
static int apply(op f, int a, int b) { return f ? (*f)(a, b) : -1; }
static int fold(op f, const int *v, int n) {
    int r = v[0];
    for (int i = 1; i < n; i++) r = f(r, v[i]);
    return r;
}
struct shape { const char *name; double (*area)(const struct shape *); double a, b; };
static double rectangle(const struct shape *s) { return s->a * s->b; }
static double triangle(const struct shape *s) { return rectangle(s) / 2; }

int main(void) {
    op table[] = {add, sub, mul};
    for (int i = 0; i < 3; i++) printf("%d ", table[i](7, 3));
    printf("%d %d\n", apply(choose('*'), 6, 7), apply(choose('?'), 1, 1));
    int v[] = {10, 2, 3};
    printf("%d %d %d\n", fold(add, v, 3), fold(sub, v, 3), fold(choose('*'), v, 3));
    struct shape shapes[] = {{"rectangle", rectangle, 2, 3}, {"triangle", triangle, 4, 5}};
    for (int i = 0; i < 2; i++) printf("%s %g\n", shapes[i].name, shapes[i].area(&shapes[i]));
    printf("%d %d\n", choose('+') == add, table[0] == table[1]);
    int (*(*getter)(char))(int, int) = choose;
    printf("%d\n", getter('-')(1, 2));
    void *opaque = (void *)mul;
    printf("%d\n", ((op)opaque)(5, 5));
    return 0;
}
