// A block is given back to a free list in the order of addresses, between any blocks; it may be merged at both ends.
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

/* Free blocks are in the order of their addresses; neighbours become one. */
static void release(struct block *bp) {
    struct block *q = header, *p = q->link;
    while (p && p <= bp) {
        q = p;
        p = p->link;
    }
    if (p == at(bp, bp->size)) {
        bp->size += p->size;
        bp->link = p->link;
    } else {
        bp->link = p;
    }
    if (at(q, q->size) == bp) {
        q->size += bp->size;
        q->link = bp->link;
    } else {
        q->link = NULL;
    }
}

/* Cuts the arena into blocks; some are free, and one of those that are not is the answer. */
static struct block *cut(void) {
    struct block *p = at(arena, 2), *last = header, *ours = NULL;
    long rest = arena_size - 2;
    header->link = NULL;
    while (rest > 0) {
        long size = 2 + cairn_nondet_uchar() % 8;
        if (size + 2 > rest) size = rest;
        p->size = size;
        p->link = NULL;
        if (cairn_nondet_bool()) {
            last->link = p;
            last = p;
        } else {
            ours = p;
        }
        p = at(p, size);
        rest -= size;
    }
    return ours;
}

int main(void) {
    new_arena();
    struct block *p = cut();
    if (p) release(p);
    cairn_list(header, link);
    if (p) cairn_assert(header->link != NULL); //~ assertion-failure
    free(arena);
    return 0;
}
