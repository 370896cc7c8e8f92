// An intrusive circular list with container_of, as kernels have it.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct list { struct list *next, *prev; };
struct task { int id; struct list link; char name[8]; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static void add(struct list *head, struct list *item) {
    item->prev = head->prev;
    item->next = head;
    head->prev->next = item;
    head->prev = item;
}
static void del(struct list *item) { item->prev->next = item->next; item->next->prev = item->prev; }

int main(void) {
    struct list head = {&head, &head};
    for (int i = 0; i < 6; i++) {
        struct task *t = malloc(sizeof *t);
        t->id = i;
        snprintf(t->name, sizeof t->name, "task%d", i);
        add(&head, &t->link);
    }
    for (struct list *p = head.next, *next; p != &head; p = next) {
        next = p->next;
        struct task *t = container_of(p, struct task, link);
        if (t->id % 3 == 0) del(p), free(t);
    }
    for (struct list *p = head.prev; p != &head; p = p->prev) printf("%s ", container_of(p, struct task, link)->name);
    printf("\n");
    while (head.next != &head) { struct list *p = head.next; del(p); free(container_of(p, struct task, link)); }
    return 0;
}
