//@ expect: none
#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void) {
    struct node last = {NULL, 3}, first = {&last, 2}, *p = &first;
    int sum = 0;
    while (p != NULL) {
        sum += p->value;
        p = p->next;
    }
    return sum == 5 ? 0 : 1;
}
