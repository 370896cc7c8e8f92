//@ expect: none
#include <stdlib.h>
struct buffer { char *data; };
static void destroy(struct buffer *b) {
    free(b->data);
    b->data = NULL;
}
int main(void) {
    struct buffer b = {malloc(5)};
    destroy(&b);
    destroy(&b);
    return 0;
}
