// An allocator: the first free block that fits is handed out, or the end of it. No rest of one word is left.
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
    struct block *ans = NULL, *q = &header, *p = q->link;
    while (!ans) {
        long s = p->size; //~ null-dereference
        if (s == n) {
            q->link = p->link;
            ans = p;
            p = NULL;
        } else if (n + 2 <= s) {
            long k = s - n;
            p->size = k;
            ans = at(p, k);
            ans->size = n;
            split_off = 1;
            p = NULL;
        } else {
            q = p;
            p = p->link;
        }
    }
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
