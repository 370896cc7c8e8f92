/* A list that is freed the wrong way: list_free reads a node that it has just freed. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        return list;
    n->value = value;
    n->next = list;
    return n;
}

static int sum(const struct node *list) {
    int total = 0;
    for (; list != NULL; list = list->next)
        total += list->value;
    return total;
}

static void list_free(struct node *list) {
    struct node *n;
    for (n = list; n != NULL; n = n->next)
        free(n);
}

int main(void) {
    struct node *list = NULL;
    for (int i = 1; i <= 3; i++)
        list = push(list, i);
    printf("the sum is %d\n", sum(list));
    list_free(list);
    return 0;
}
