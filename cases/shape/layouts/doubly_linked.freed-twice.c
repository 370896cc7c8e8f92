//@ expect: use-after-free in free_dlist
// A doubly linked list: a cell is found, taken out through its own links, and freed.
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

static struct dnode *unlink(struct dnode *head, struct dnode *node) {
    if (node->prev) node->prev->next = node->next;
    else head = node->next;
    if (node->next) node->next->prev = node->prev;
    return head;
}

int main(void) {
    struct dnode *x = any_dlist(), *cur = x;
    cairn_dlist(x, next, prev);
    while (cur && cairn_nondet_bool()) cur = cur->next;
    if (cur) {
        x = unlink(x, cur);
        free(cur);
    }
    cairn_dlist(x, next, prev);
    free_dlist(x);
    free_dlist(x);
    return 0;
}
