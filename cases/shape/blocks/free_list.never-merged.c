// First fit and a free list in the order of addresses, in one piece of memory: when all is given back, it is one block again.
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

static struct block *allocate(long n) {
    struct block *q = header, *p = q->link;
    while (p) {
        if (p->size == n) {
            q->link = p->link;
            return p;
        }
        if (n + 2 <= p->size) {
            p->size -= n;
            struct block *ans = at(p, p->size);
            ans->size = n;
            return ans;
        }
        q = p;
        p = p->link;
    }
    return NULL;
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
    if (0) {
        q->size += bp->size;
        q->link = bp->link;
    } else {
        q->link = bp;
    }
}

int main(void) {
    new_arena();
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
        cairn_list(header, link);
    }
    while (used) {
        struct block *p = used;
        used = p->link;
        release(p);
    }
    cairn_assert(header->link == at(arena, 2));
    cairn_assert(header->link->size == arena_size - 2); //~ assertion-failure
    free(arena);
    return 0;
}
