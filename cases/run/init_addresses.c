// Address constants in initialisers: offsets, functions, strings, mutual references.
#include <stdio.h>

struct node { int value; struct node *next; const char *name; int (*f)(int); int *inside; };

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int numbers[5] = {1, 2, 3, 4, 5};
static struct node b;
static struct node a = {1, &b, "first" + 2, twice, &numbers[3]};
static struct node b = {2, &a, &"second"[1], square, numbers + 1};
static int *pointers[] = {&a.value, &b.value, &numbers[4], 0};
static char (*row)[4] = (char[][4]){"abc", "def"};
static const int distance = (int)(sizeof numbers / sizeof numbers[0]) * 10;

int main(void) {
    struct node *p = &a;
    for (int i = 0; i < 4; i++, p = p->next) printf("%d %s %d %d\n", p->value, p->name, p->f(p->value + 4), p->inside[-1]);
    for (int **q = pointers; *q; q++) printf("%d ", **q);
    printf("%s %d\n", row[1], distance);
    return 0;
}
