// A list between two fixed ends: its first cell leads to its last, if there are cells.
#include <cairn.h>
#include <stdlib.h>

struct node { struct node *next, *prev; };

static struct node front, back;

static void fill(void) {
    front.next = &back;
    back.prev = &front;
    while (cairn_nondet_bool()) {
        struct node *node = malloc(sizeof *node);
        if (!node) abort();
        node->next = front.next;
        node->prev = &front;
        front.next->prev = node;
        front.next = node;
    }
}

int main(void) {
    fill();
    if (front.next != &back) cairn_reach(front.next, back.prev, next);
    while (front.next != &back) {
        struct node *node = front.next;
        front.next = node->next;
        node->next->prev = &front;
        free(node);
    }
    return 0;
}
