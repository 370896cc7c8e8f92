//@ expect: memory-leak in cell
// The bookkeeping of a serial driver with 5 rings; requests come, are looked for and go in any order.
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
}

/* The first cell with this value, or the head. */
static struct node *ring_find(struct node *head, int value) {
    struct node *cur = head->next;
    while (cur != head && cur->data != value) cur = cur->next;
    return cur;
}

/* Some cell of the ring, or its head. */
static struct node *ring_before(struct node *head) {
    struct node *cur = head;
    while (cur->next != head && cur->next->next != head && cairn_nondet_bool()) cur = cur->next;
    return cur;
}

int main(void) {
    struct node *ports = new_ring(), *readers = new_ring(), *writers = new_ring(), *pending = new_ring(), *timers = new_ring();
    while (cairn_nondet_bool()) {
        switch (cairn_nondet_uint() % 15) {
        case 0: ring_insert(ports); break;
        case 1: ring_remove(ring_before(ports)); break;
        case 2: ring_find(ports, cairn_nondet_int())->data = 0; break;
        case 3: ring_insert(readers); break;
        case 4: ring_remove(ring_before(readers)); break;
        case 5: ring_find(readers, cairn_nondet_int())->data = 0; break;
        case 6: ring_insert(writers); break;
        case 7: ring_remove(ring_before(writers)); break;
        case 8: ring_find(writers, cairn_nondet_int())->data = 0; break;
        case 9: ring_insert(pending); break;
        case 10: ring_remove(ring_before(pending)); break;
        case 11: ring_find(pending, cairn_nondet_int())->data = 0; break;
        case 12: ring_insert(timers); break;
        case 13: ring_remove(ring_before(timers)); break;
        case 14: ring_find(timers, cairn_nondet_int())->data = 0; break;
        }
    }
    cairn_cyclic(ports, next);
    cairn_cyclic(readers, next);
    cairn_cyclic(writers, next);
    cairn_cyclic(pending, next);
    cairn_cyclic(timers, next);
    cairn_disjoint(ports, readers, next);
    cairn_disjoint(ports, writers, next);
    cairn_disjoint(ports, pending, next);
    cairn_disjoint(ports, timers, next);
    cairn_disjoint(readers, writers, next);
    cairn_disjoint(readers, pending, next);
    cairn_disjoint(readers, timers, next);
    cairn_disjoint(writers, pending, next);
    cairn_disjoint(writers, timers, next);
    cairn_disjoint(pending, timers, next);
    free_cycle(ports);
    free_cycle(readers);
    free_cycle(writers);
    free_cycle(pending);
    free_cycle(timers);
    return 0;
}
