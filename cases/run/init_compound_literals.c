// Compound literals: as arguments, lvalues, static storage, with scope.
#include <stdio.h>

struct p { int x, y; };

static int dist(const struct p *a, const struct p *b) { return (a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y); }
static int sum(int n, const int *v) { return n ? *v + sum(n - 1, v + 1) : 0; }
static int *file_scope = (int[]){10, 20, 30};

int main(void) {
    printf("%d\n", dist(&(struct p){1, 2}, &(struct p){.y = 6, .x = 4}));
    printf("%d\n", sum(4, (int[]){1, 2, 3, 4}));
    int *p = (int[5]){7};
    p[4] = 1;
    (struct p){0}.x = 0;
    printf("%d %d %d\n", p[0] + p[4], p[2], file_scope[2]);
    struct p q = (struct p){3, 4}, *r = &(struct p){q.y, q.x};
    r->x += 10;
    printf("%d %d %d\n", q.x, r->x, r->y);
    printf("%s %d\n", (char[]){"literal"}, ((struct p){8, 9}).y);
    return 0;
}
