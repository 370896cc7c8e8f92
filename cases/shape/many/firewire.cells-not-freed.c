//@ expect: memory-leak in cell
// The bookkeeping of a driver: one ring each for bus resets, calls, addresses and transfers; events in any order.
#include "../list.h"

/* A cycle with a permanent head, which is all of it when it is empty. */
static struct node *new_ring(void) {
    struct node *head = cell(NULL);
    head->next = head;
    return head;
}

static void ring_insert(struct node *head) { head->next = cell(head->next); }

static void ring_remove(struct node *head) {
    struct node *first = head->next;
    if (first == head) return;
    head->next = first->next;
    free(first);
}

/* The first cell with this value, or the head. */
static struct node *ring_find(struct node *head, int value) {
    struct node *cur = head->next;
    while (cur != head && cur->data != value) cur = cur->next;
    return cur;
}

/* A call that is answered leaves its ring. */
static void ring_remove_value(struct node *head, int value) {
    struct node *prev = head;
    while (prev->next != head && prev->next->data != value) prev = prev->next;
    if (prev->next != head) ring_remove(prev);
}

static void ring_clear(struct node *head) {
    while (head->next != head) ring_remove(head);
}

int main(void) {
    struct node *resets = new_ring(), *croms = new_ring(), *addresses = new_ring(), *transfers = new_ring();
    while (cairn_nondet_bool()) {
        switch (cairn_nondet_uint() % 8) {
        case 0: ring_insert(resets); break;
        case 1: ring_clear(resets); break;
        case 2: ring_insert(croms); break;
        case 3: ring_remove_value(croms, cairn_nondet_int()); break;
        case 4: ring_insert(addresses); break;
        case 5: ring_find(addresses, cairn_nondet_int())->data = 1; break;
        case 6: ring_insert(transfers); break;
        case 7: ring_remove(transfers); break;
        }
    }
    cairn_cyclic(resets, next);
    cairn_cyclic(croms, next);
    cairn_cyclic(addresses, next);
    cairn_cyclic(transfers, next);
    cairn_disjoint(resets, croms, next);
    cairn_disjoint(resets, addresses, next);
    cairn_disjoint(resets, transfers, next);
    cairn_disjoint(croms, addresses, next);
    cairn_disjoint(croms, transfers, next);
    cairn_disjoint(addresses, transfers, next);
    free_cycle(resets);
    free_cycle(croms);
    free(addresses);
    free_cycle(transfers);
    return 0;
}
