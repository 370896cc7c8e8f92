// Items hang on a list by a link in their middle; the list has a head of its own that is no item.
#include <cairn.h>
#include <stddef.h>
#include <stdlib.h>

struct list_head { struct list_head *next, *prev; };

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static void list_init(struct list_head *list) { list->next = list->prev = list; }

static void list_add(struct list_head *new, struct list_head *head) {
    new->next = head->next;
    new->prev = head;
    head->next->prev = new;
    head->next = new;
}

static void list_del(struct list_head *entry) {
    entry->prev->next = entry->next;
    entry->next->prev = entry->prev;
}

struct item { int id; struct list_head link; int count; };

static void add_item(struct list_head *head) {
    struct item *item = malloc(sizeof *item);
    if (!item) abort();
    item->id = cairn_nondet_int();
    item->count = 0;
    list_add(&item->link, head);
}

static struct item *find(struct list_head *head, int id) {
    for (struct list_head *at = head->next; at != head; at = at->next) {
        struct item *item = container_of(at, struct item, link);
        if (item->id == id) return item;
    }
    return NULL;
}

static void remove_item(struct item *item) {
    list_del(&item->link);
    free(item);
}

int main(void) {
    struct list_head head;
    list_init(&head);
    while (cairn_nondet_bool()) add_item(&head);
    struct item *item = find(&head, cairn_nondet_int());
    if (item) {
        item->count++;
        remove_item(item);
    }
    cairn_cyclic(&head, next);
    cairn_cyclic(&head, prev);
    while (head.next != &head) {
        struct list_head *first = head.next;
        list_del(first);
        free(first); //~ invalid-free
    }
    return 0;
}
