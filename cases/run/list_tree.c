// A binary search tree: insert, walk, depth, delete, free.
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *child[2]; };

static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key != t->key) t->child[key > t->key] = insert(t->child[key > t->key], key);
    return t;
}
static int depth(const struct tree *t) {
    if (!t) return 0;
    int l = depth(t->child[0]), r = depth(t->child[1]);
    return 1 + (l > r ? l : r);
}
static void walk(const struct tree *t) { if (t) walk(t->child[0]), printf("%d ", t->key), walk(t->child[1]); }
static struct tree *take_least(struct tree *t, struct tree **least) {
    if (!t->child[0]) { *least = t; return t->child[1]; }
    t->child[0] = take_least(t->child[0], least);
    return t;
}
static struct tree *delete(struct tree *t, int key) {
    if (!t) return NULL;
    if (key != t->key) { t->child[key > t->key] = delete(t->child[key > t->key], key); return t; }
    struct tree *l = t->child[0], *r = t->child[1], *top = l;
    if (r) { r = take_least(r, &top); top->child[0] = l; top->child[1] = r; }
    free(t);
    return top;
}
static void release(struct tree *t) { if (t) release(t->child[0]), release(t->child[1]), free(t); }

int main(void) {
    struct tree *t = NULL;
    int keys[] = {50, 30, 70, 20, 40, 60, 80, 35, 45, 65};
    for (int i = 0; i < 10; i++) t = insert(t, keys[i]);
    walk(t);
    printf("depth %d\n", depth(t));
    t = delete(delete(delete(t, 50), 20), 99);
    walk(t);
    printf("root %d\n", t->key);
    release(t);
    return 0;
}
