// An allocator of the program's own, over one large block.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct chunk { struct chunk *next; };
struct pool { char *memory; struct chunk *free; size_t size; int live; };

static void pool_init(struct pool *p, size_t size, int count) {
    p->memory = malloc(size * (size_t)count);
    p->free = NULL;
    p->size = size;
    p->live = 0;
    for (int i = count; i-- > 0;) {
        struct chunk *c = (struct chunk *)(p->memory + (size_t)i * size);
        c->next = p->free;
        p->free = c;
    }
}
static void *pool_get(struct pool *p) {
    struct chunk *c = p->free;
    if (c) p->free = c->next, p->live++;
    return c;
}
static void pool_put(struct pool *p, void *item) {
    struct chunk *c = item;
    c->next = p->free;
    p->free = c;
    p->live--;
}

int main(void) {
    struct pool p;
    char *items[5];
    pool_init(&p, 32, 4);
    for (int i = 0; i < 5; i++) {
        items[i] = pool_get(&p);
        if (items[i]) snprintf(items[i], 32, "item %d", i);
    }
    printf("%s %s %d %d\n", items[0], items[3], items[4] == NULL, p.live);
    pool_put(&p, items[1]);
    char *again = pool_get(&p);
    strcpy(again, "reused");
    printf("%d %s %d\n", again == items[1], items[1], (int)(items[2] - items[0]));
    free(p.memory);
    return 0;
}
