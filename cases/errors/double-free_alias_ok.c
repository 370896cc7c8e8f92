//@ expect: none
#include <stdlib.h>
struct pair { int *a, *b; };
static void release(struct pair *p) {
    free(p->a);
    free(p->b);
}
int main(void) {
    struct pair p;
    p.a = malloc(sizeof(int));
    p.b = malloc(sizeof(int));
    release(&p);
    return 0;
}
