// The last address is further away than addresses are followed.
#include <cairn.h>
struct node {
    struct node *next;
};
static int ends(struct node *p) {
    if (p->next->next->next->next->next) return 0; //~ uninitialized-read
    return 1;
}
//@ nondet: 1
int main(void) {
    struct node a, b, c, d, e;
    a.next = &b, b.next = &c, c.next = &d, d.next = &e;
    if (cairn_nondet_int() == 0) e.next = 0;
    return ends(&a);
}
