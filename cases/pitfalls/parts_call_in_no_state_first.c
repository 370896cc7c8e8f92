// In parts: the first call of a function is in a combination that no state has, the second is not.
#include <cairn.h>
#include <stdlib.h>
struct node { struct node *next; int data; };
static int fetch(struct node *p, int k) {
    if (k <= 0) return p->data; //~ null-dereference
    return fetch(p, k - 1);
}
//@ nondet: 0, 1
int main(void) {
    struct node *x = malloc(sizeof *x), *y = malloc(sizeof *y), *z = malloc(sizeof *z);
    if (!x || !y || !z) return 0;
    x->next = y->next = z->next = 0;
    x->data = y->data = z->data = 0;
    if (cairn_nondet_bool()) {
        x->next = y;
        x->data = z->data = 1;
    } else {
        y->next = z;
        x->data = z->data = 2;
    }
    int r = 0;
    if (x->data == 2 && z->data == 1) r = fetch(0, 3);
    y->data = r;
    if (cairn_nondet_bool()) r = fetch(0, 3);
    free(x);
    free(y);
    free(z);
    return r;
}
