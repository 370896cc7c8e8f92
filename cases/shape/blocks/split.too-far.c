// The end of a block becomes a block of its own, if enough is left.
#include "../block.h"

static struct block *split(struct block *p, long n) {
    long s = p->size;
    if (n + 2 > s || n > 2) return NULL;
    long k = s - n + 1;
    p->size = k;
    struct block *ans = at(p, k);
    ans->size = n; //~ out-of-bounds
    return ans;
}

int main(void) {
    struct block *p = new_block(any_size());
    long n = any_size();
    struct block *ans = split(p, n);
    if (ans) {
        cairn_assert(p->size >= 2);
        cairn_assert(ans == at(p, p->size));
        use(ans, n);
    }
    use(p, p->size);
    free(p);
    return 0;
}
