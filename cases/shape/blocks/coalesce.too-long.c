//@ expect: out-of-bounds in use
// Two blocks side by side become one.
#include "../block.h"

int main(void) {
    long n = any_size(), m = any_size();
    struct block *x = new_block(n + m), *y = at(x, n);
    x->size = n;
    y->link = NULL;
    y->size = m;
    x->size += at(x, x->size)->size + 1;
    use(x, x->size);
    free(x);
    return 0;
}
