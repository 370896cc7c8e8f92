// What lies behind or before null is not null for a function either.
#include <assert.h>
#include <stddef.h>
struct node { struct node *next; };
struct item { long value; struct node node; };
static int done(struct item *item) { return item == NULL; }
int main(void) {
    struct node *n = NULL;
    struct item *item = (struct item *)((char *)n - offsetof(struct item, node));
    assert(done(item)); //~ assertion-failure
    return 0;
}
