/* Lists of any length with any data, for the programs of these folders. */
#ifndef LIST_H
#define LIST_H

#include <cairn.h>
#include <stdlib.h>

struct node { struct node *next; int data; };

/* A new cell in front of `next`. */
static struct node *cell(struct node *next) {
    struct node *node = malloc(sizeof *node);
    if (!node) abort();
    node->next = next;
    node->data = cairn_nondet_int();
    return node;
}

/* Any number of new cells in front of `rest`. */
static struct node *list_to(struct node *rest) {
    while (cairn_nondet_bool()) rest = cell(rest);
    return rest;
}

/* A list of any length. */
static struct node *any_list(void) { return list_to(NULL); }

/* A list of one cell or more. */
static struct node *some_list(void) { return list_to(cell(NULL)); }

/* A cycle of one cell or more. */
static struct node *any_cycle(void) {
    struct node *last = cell(NULL);
    last->next = list_to(last);
    return last->next;
}

/* Frees the cells from `head` on that come before `end`. */
static void free_until(struct node *head, struct node *end) {
    while (head != end) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

static void free_list(struct node *head) { free_until(head, NULL); }

static void free_cycle(struct node *p) {
    free_until(p->next, p);
    free(p);
}

#endif
