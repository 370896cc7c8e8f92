// A cell outside of the callee's list points into it, and nothing else says where.
#include "../list.h"

static struct node *reverse(struct node *x) {
    struct node *done = NULL;
    while (x) {
        struct node *next = x->next;
        x->next = done;
        done = x;
        x = next;
    }
    return done;
}

static struct node *with_link_into(struct node **list) {
    struct node *shared = some_list();
    *list = list_to(cell(shared));
    return cell(shared);
}

int main(void) {
    struct node *x, *z = with_link_into(&x);
    struct node *r = reverse(x);
    cairn_reach(r, z->next, next);
    cairn_reach(z, x, next);
    free(z);
    free_list(r);
    return 0;
}
