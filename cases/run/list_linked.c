// A linked list: insert sorted, reverse, delete, free.
#include <stdio.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static void insert(struct node **at, int value) {
    while (*at && (*at)->value < value) at = &(*at)->next;
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = *at;
    *at = n;
}
static struct node *reverse(struct node *list) {
    struct node *result = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = result;
        result = list;
        list = next;
    }
    return result;
}
static void remove_even(struct node **at) {
    while (*at) {
        if ((*at)->value % 2 == 0) {
            struct node *dead = *at;
            *at = dead->next;
            free(dead);
        } else at = &(*at)->next;
    }
}
static void show(const struct node *n) { for (; n; n = n->next) printf("%d ", n->value); printf("\n"); }

int main(void) {
    struct node *list = NULL;
    unsigned seed = 1;
    for (int i = 0; i < 12; i++) insert(&list, (int)((seed = seed * 1103515245u + 12345u) >> 16) % 100);
    show(list);
    list = reverse(list);
    remove_even(&list);
    show(list);
    while (list) { struct node *next = list->next; free(list); list = next; }
    return 0;
}
