// Nodes on the stack are linked while they last, in every iteration anew; so are those of inner loops.
#include <stdio.h>
struct node { struct node *next; int value; };
static struct node *head;
static void push(struct node *node, int value) {
    node->value = value;
    node->next = head;
    head = node;
}
static int sum(void) {
    int all = 0;
    for (struct node *at = head; at; at = at->next) all += at->value;
    return all;
}
int main(void) {
    for (int i = 0; i < 100000; i++) {
        struct node first, *outer = head;
        push(&first, i);
        for (int k = 0; k < 3; k++) {
            struct node second, third[2];
            push(&second, k);
            if (k == 1) {
                head = second.next;
                continue;
            }
            push(&third[0], 1);
            push(&third[1], 2);
            if (i % 20000 == 0) printf("%d ", sum());
            head = second.next;
        }
        if (i % 20000 == 0) printf("%d\n", sum());
        head = outer;
    }
    return head != 0;
}
