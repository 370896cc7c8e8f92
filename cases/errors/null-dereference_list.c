//@ expect: null-dereference
//@ native: no
#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void) {
    struct node last = {NULL, 3}, first = {&last, 2}, *p = &first;
    int sum = 0;
    while (sum < 100) {
        sum += p->value; //~ null-dereference
        p = p->next;
    }
    return sum == 5 ? 0 : 1;
}
