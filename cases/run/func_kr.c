//@ flags: -std=gnu89 -Wno-error
// Functions of the old style: definitions, promotions, no prototypes.
#include <stdio.h>

int sum();
static double scale(x, factor)
double x;
float factor;
{ return x * factor; }

static int pick(c, s, table)
char c;
short s;
int table[];
{ return table[c - 'a'] + s; }

int main()
{
    int t[3] = {10, 20, 30};
    printf("%d %g %d\n", sum(1, 2, 3), scale(2.0, 1.5), pick('b', 5, t));
    return 0;
}

int sum(a, b, c) { return a + b + c; }
