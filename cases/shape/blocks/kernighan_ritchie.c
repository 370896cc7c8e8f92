// The allocator of Kernighan and Ritchie: free blocks form a ring in the order of addresses, with a header of size 0 in it;
// the system hands out memory piece by piece. It needs what its authors did not say: the header lies below all pieces.
#include "../block.h"

enum { POOL = 12 };

/* Sizes count headers here. */
static struct block *pool, *end, *freep;

/* The next piece of memory, anywhere behind the pieces so far. */
static struct block *more_from_system(long units) {
    struct block *p = pool + cairn_nondet_uchar() % 4;
    if (p + units > end) return NULL;
    pool = p + units;
    return p;
}

static void release(struct block *bp) {
    struct block *p = freep;
    while (!(bp > p && bp < p->link)) {
        if (p >= p->link && (bp > p || bp < p->link)) break;
        p = p->link;
    }
    if (bp + bp->size == p->link) {
        bp->size += p->link->size;
        bp->link = p->link->link;
    } else {
        bp->link = p->link;
    }
    if (p + p->size == bp) {
        p->size += bp->size;
        p->link = bp->link;
    } else {
        p->link = bp;
    }
    freep = p;
}

static struct block *more(long units) {
    struct block *p = more_from_system(units);
    if (!p) return NULL;
    p->size = units;
    release(p);
    return freep;
}

static struct block *allocate(long units) {
    struct block *prev = freep, *p = prev->link;
    for (;;) {
        if (p->size >= units) {
            if (p->size == units) {
                prev->link = p->link;
            } else {
                p->size -= units;
                p += p->size;
                p->size = units;
            }
            freep = prev;
            return p;
        }
        if (p == freep && !(p = more(units))) return NULL;
        prev = p;
        p = p->link;
    }
}

int main(void) {
    struct block *memory = malloc(POOL * sizeof *memory), *used = NULL;
    if (!memory) abort();
    pool = memory + 1;
    end = memory + POOL;
    freep = memory;
    freep->link = freep;
    freep->size = 0;
    while (cairn_nondet_bool()) {
        if (cairn_nondet_bool()) {
            long units = 2 + cairn_nondet_uchar() % 6;
            struct block *p = allocate(units);
            if (!p) continue;
            for (struct block *q = used; q; q = q[1].link) cairn_assert(p + units <= q || q + q->size <= p);
            p[1].link = used;
            used = p;
        } else if (used) {
            struct block *p = used;
            used = p[1].link;
            release(p);
        }
    }
    free(memory);
    return 0;
}
