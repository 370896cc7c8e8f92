// The free list is a ring; the search goes on where the last one ended.
#include "../block.h"

/* One piece of memory, cut up from end to end. Its first two words are the header of the free list. */
static struct block *arena, *header;
static long arena_size;

static void new_arena(void) {
    arena_size = 2 + any_size();
    arena = header = new_block(arena_size);
    header->link = at(arena, 2);
    header->size = 0;
    header->link->link = NULL;
    header->link->size = arena_size - 2;
}

static struct block *rover;

static struct block *allocate(long n) {
    struct block *q = rover, *p = q->link;
    for (;;) {
        if (p != header && p->size == n) {
            q->link = p->link;
            rover = p;
            return p;
        }
        if (p != header && n + 2 <= p->size) {
            p->size -= n;
            struct block *ans = at(p, p->size);
            ans->size = n;
            rover = q;
            return ans;
        }
        if (p == rover) return NULL;
        q = p;
        p = p->link;
    }
}

/* The header is never merged with a block. */
static void release(struct block *bp) {
    struct block *q = header, *p = q->link;
    while (p != header && p <= bp) {
        q = p;
        p = p->link;
    }
    if (p != header && p == at(bp, bp->size)) {
        bp->size += p->size;
        bp->link = p->link;
    } else {
        bp->link = p;
    }
    if (q != header && at(q, q->size) == bp) {
        q->size += bp->size;
        q->link = bp->link;
    } else {
        q->link = bp;
    }
    rover = q;
}

int main(void) {
    new_arena();
    header->link->link = header;
    rover = header;
    struct block *used = NULL;
    while (cairn_nondet_bool()) {
        if (cairn_nondet_bool()) {
            long n = any_size();
            struct block *p = allocate(n);
            if (p) {
                use(p, n);
                p->size = n;
                p->link = used;
                used = p;
            }
        } else if (used) {
            struct block *p = used;
            used = p->link;
            release(p);
        }
        cairn_cyclic(header, link);
        cairn_reach(header, rover, link); //~ assertion-failure
    }
    while (used) {
        struct block *p = used;
        used = p->link;
        release(p);
    }
    cairn_assert(header->link == at(arena, 2));
    cairn_assert(header->link->size == arena_size - 2);
    free(arena);
    return 0;
}
