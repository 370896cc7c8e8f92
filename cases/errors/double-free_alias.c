//@ expect: double-free
//@ native: no
#include <stdlib.h>
struct pair { int *a, *b; };
static void release(struct pair *p) {
    free(p->a);
    free(p->b); //~ double-free
}
int main(void) {
    struct pair p;
    p.a = malloc(sizeof(int));
    p.b = p.a;
    release(&p);
    return 0;
}
