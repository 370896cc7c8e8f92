// Blocks that nodes of a list lead to, when the nodes are no longer told apart.
#include <cairn.h>
#include <stdlib.h>
struct b { struct b *link; long size; int *data; };
struct b *at(struct b *p, long n) { return (struct b *)((char *)p + 8 * n); }
//@ nondet: 30, 3, 3, 3, 3, 3, 3, 3, 3, 3
int main(void) {
    long n = cairn_nondet_int();
    if (n < 6 || n > 1000) return 0;
    struct b *arena = malloc(8 * n);
    arena->link = NULL; arena->size = 0; arena->data = NULL;
    struct b *list = NULL, *p = at(arena, 3);
    long rest = n - 3, k = 0;
    while (rest >= 6) {
        long size = cairn_nondet_int();
        if (size < 3 || size > rest - 3) size = 3;
        p->data = malloc(4); //~ memory-leak
        *p->data = 1;
        p->size = size;
        p->link = list;
        list = p;
        p = at(p, size);
        rest -= size;
        if (k < 9) k++;
    }
    while (list && (k < 7 || list->link)) { free(list->data); list = list->link; }
    free(arena);
    return 0;
}
