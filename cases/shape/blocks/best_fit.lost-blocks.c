//@ expect: memory-leak in new_block
// An allocator: the smallest free block that fits is handed out, or the end of it.
#include "../block.h"

/* Free blocks behind a permanent header. Each is an object of its own. */
static struct block header;

static void any_free_list(void) {
    while (cairn_nondet_bool()) {
        struct block *p = new_block(any_size());
        p->link = header.link;
        header.link = p;
    }
}

/* Was the answer cut off a block that stays free? */
static _Bool split_off;

static struct block *allocate(long n) {
    struct block *best = NULL, *before_best = NULL, *q = &header, *p = q->link;
    long best_size = 0;
    while (p) {
        long s = p->size;
        if ((s == n || n + 2 <= s) && (!best || s < best_size)) {
            best = p;
            before_best = q;
            best_size = s;
        }
        q = p;
        p = p->link;
    }
    if (!best) return NULL;
    if (best_size == n) {
        header.link = best->link;
        return best;
    }
    long k = best_size - n;
    best->size = k;
    struct block *ans = at(best, k);
    ans->size = n;
    split_off = 1;
    return ans;
}

int main(void) {
    any_free_list();
    long n = any_size();
    struct block *ans = allocate(n), *whole = NULL;
    for (struct block *p = header.link; p; p = p->link) cairn_assert(p->size >= 2);
    if (ans) {
        use(ans, n);
        cairn_list(&header, link);
        if (!split_off) whole = ans;
    }
    free(whole);
    while (header.link) {
        struct block *p = header.link;
        header.link = p->link;
        free(p);
    }
    return 0;
}
