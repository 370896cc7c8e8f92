// A doubly linked list with head and tail: built at one end, walked and freed from the other.
#include <cairn.h>
#include <stdlib.h>

struct dnode { int data; struct dnode *prev, *next; };

static struct dnode *new_node(void) {
    struct dnode *node = malloc(sizeof *node);
    if (!node) abort();
    node->prev = node->next = NULL;
    node->data = cairn_nondet_int();
    return node;
}

static struct dnode *push(struct dnode *head) {
    struct dnode *node = new_node();
    node->next = head;
    if (head) head->prev = node;
    return node;
}

static struct dnode *any_dlist(void) {
    struct dnode *head = NULL;
    while (cairn_nondet_bool()) head = push(head);
    return head;
}

static void free_dlist(struct dnode *head) {
    while (head) {
        struct dnode *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct dnode *head = new_node(), *tail = head;
    while (cairn_nondet_bool()) {
        struct dnode *node = new_node();
        tail->next = node;
        tail = node;
    }
    cairn_dlist(head, next, prev); //~ assertion-failure
    cairn_reach(tail, head, prev);
    while (tail) {
        struct dnode *prev = tail->prev;
        free(tail);
        tail = prev;
    }
    return 0;
}
