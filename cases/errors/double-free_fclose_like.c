//@ expect: double-free
//@ native: no
#include <stdlib.h>
struct buffer { char *data; };
static void destroy(struct buffer *b) {
    free(b->data); //~ double-free
}
int main(void) {
    struct buffer b = {malloc(5)};
    destroy(&b);
    destroy(&b);
    return 0;
}
