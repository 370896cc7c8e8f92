//@ expect: out-of-bounds in use
// A block is without its size for a while; nobody looks at it then.
#include "../block.h"

int main(void) {
    long n = any_size() + 2, i = 0;
    struct block *x = new_block(n);
    x->size = 0;
    while (i != n) i++;
    x->size = n + 1;
    use(x, x->size);
    free(x);
    return 0;
}
