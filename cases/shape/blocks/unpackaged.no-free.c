//@ expect: memory-leak in new_block
// A block is without its size for a while; nobody looks at it then.
#include "../block.h"

int main(void) {
    long n = any_size() + 2, i = 0;
    struct block *x = new_block(n);
    x->size = 0;
    while (i != n) i++;
    x->size = n;
    use(x, x->size);
    return 0;
}
