// A block is given back to a ring of free blocks in the order of addresses; it may be merged at both ends, not with the header.
#include "../block.h"

/* One piece of memory, cut up from end to end. Its first two words are the header of the ring. The rover is anywhere in the ring. */
static struct block *arena, *header, *rover;
static long arena_size;

static void new_arena(void) {
    arena_size = 2 + any_size();
    arena = header = new_block(arena_size);
    header->link = at(arena, 2);
    header->size = 2;
    header->link->link = header;
    header->link->size = arena_size - 2;
}

/* The header is never merged with a block. The next search begins in front of this block. */
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
}

/* Cuts the arena into blocks; some are free, and one of those that are not is the answer. */
static struct block *cut(void) {
    struct block *p = at(arena, 2), *last = header, *ours = NULL;
    long rest = arena_size - 2;
    header->link = header;
    while (rest > 0) {
        long size = 2 + cairn_nondet_uchar() % 8;
        if (size + 2 > rest) size = rest;
        p->size = size;
        p->link = header;
        if (cairn_nondet_bool()) {
            last->link = p;
            last = p;
        } else {
            ours = p;
        }
        p = at(p, size);
        rest -= size;
    }
    rover = header;
    while (cairn_nondet_bool()) rover = rover->link;
    return ours;
}

int main(void) {
    new_arena();
    struct block *p = cut();
    if (p) release(p);
    cairn_cyclic(header, link);
    cairn_reach(header, rover, link); //~ assertion-failure
    cairn_assert(header->size == 2);
    if (p) cairn_assert(header->link != header);
    free(arena);
    return 0;
}
