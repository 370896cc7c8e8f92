// The free list is a ring, and the search begins where the last one ended: the next free block that fits is handed out, or the end of it.
#include "../block.h"

/* Free blocks in a ring with a permanent header. Each is an object of its own. The rover is anywhere in the ring. */
static struct block header, *rover;

static void any_ring(void) {
    header.size = 2;
    header.link = rover = &header;
    while (cairn_nondet_bool()) {
        struct block *p = new_block(any_size());
        p->link = header.link;
        header.link = p;
    }
    while (cairn_nondet_bool()) rover = rover->link;
}

/* Was the answer cut off a block that stays free? */
static _Bool split_off;

/* The header is never handed out. */
static struct block *allocate(long n) {
    struct block *q = rover, *p = q->link;
    for (;;) {
        long s = p->size;
        if (p != &header && s == n) {
            q->link = p->link;
            rover = q;
            return p;
        }
        if (p != &header && n + 1 <= s) {
            long k = s - n;
            p->size = k;
            struct block *ans = at(p, k);
            ans->size = n;
            split_off = 1;
            rover = q;
            return ans;
        }
        if (p == rover) return NULL;
        q = p;
        p = p->link;
    }
}

int main(void) {
    any_ring();
    long n = any_size();
    struct block *ans = allocate(n), *whole = NULL;
    cairn_assert(ans != &header);
    for (struct block *p = header.link; p != &header; p = p->link) cairn_assert(p->size >= 2); //~ assertion-failure
    if (ans) {
        use(ans, n);
        if (!split_off) whole = ans;
    }
    cairn_cyclic(&header, link);
    cairn_reach(&header, rover, link);
    free(whole);
    while (header.link != &header) {
        struct block *p = header.link;
        header.link = p->link;
        free(p);
    }
    return 0;
}
