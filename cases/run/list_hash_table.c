// A hash table with chains that grows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int count; struct entry *next; };
struct table { struct entry **slots; unsigned size, used; };

static unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 ^ (unsigned char)*s++; return h; }
static void grow(struct table *t) {
    unsigned size = t->size ? t->size * 2 : 2;
    struct entry **slots = calloc(size, sizeof *slots);
    for (unsigned i = 0; i < t->size; i++)
        for (struct entry *e = t->slots[i], *next; e; e = next) {
            next = e->next;
            e->next = slots[hash(e->key) % size];
            slots[hash(e->key) % size] = e;
        }
    free(t->slots);
    t->slots = slots;
    t->size = size;
}
static int *count(struct table *t, const char *key) {
    if (t->used >= t->size) grow(t);
    struct entry **at = &t->slots[hash(key) % t->size];
    for (struct entry *e = *at; e; e = e->next) if (!strcmp(e->key, key)) return &e->count;
    struct entry *e = malloc(sizeof *e);
    *e = (struct entry){strdup(key), 0, *at};
    *at = e;
    t->used++;
    return &e->count;
}

int main(void) {
    struct table t = {0};
    char text[] = "the cat and the dog and the bird saw a cat and a fish";
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) ++*count(&t, w);
    const char *ask[] = {"the", "and", "cat", "a", "fish"};
    for (int i = 0; i < 5; i++) printf("%s %d\n", ask[i], *count(&t, ask[i]));
    printf("%u\n", t.used);
    for (unsigned i = 0; i < t.size; i++)
        for (struct entry *e = t.slots[i], *next; e; e = next) next = e->next, free(e->key), free(e);
    free(t.slots);
    return 0;
}
