/* A program that takes its memory from a pool of its own. Without a model, Cairn does not know what pool_get does. */
#include <stddef.h>

void *pool_get(size_t size);
void pool_put(void *block);

struct point {
    int x, y;
};

int main(void) {
    struct point *p = pool_get(sizeof *p);
    if (p == NULL)
        return 1;
    p->x = 1;
    pool_put(p);
    return p->x; /* the block was given back */
}
