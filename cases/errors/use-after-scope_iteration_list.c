//@ expect: use-after-scope
//@ native: no
// Nodes on the stack are linked by a function: the head of the list is gone in the next iteration.
struct node { struct node *next; int value; };
static struct node *head;
static void push(struct node *node) {
    node->next = head;
    head = node;
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        struct node node = { 0, i };
        push(&node);
        if (node.next && node.next->value != i) //~ use-after-scope
            return 1;
    }
    return 0;
}
