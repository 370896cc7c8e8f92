// Marks what the root leads to, in a graph of any shape, then frees the rest: what stays points only to what stays.
#include <cairn.h>
#include <stdlib.h>

struct object { struct object *left, *right, *all, *pending; _Bool marked; };

static struct object *all;

static struct object *any_object(void) {
    struct object *object = all;
    while (object && cairn_nondet_bool()) object = object->all;
    return object;
}

static void build(void) {
    while (cairn_nondet_bool()) {
        struct object *object = malloc(sizeof *object);
        if (!object) abort();
        *object = (struct object){.left = any_object(), .right = any_object(), .all = all};
        all = object;
        struct object *other = any_object();
        if (other) other->right = any_object();
    }
}

static struct object *push(struct object *pending, struct object *object) {
    if (object->marked) return pending; //~ null-dereference
    object->marked = 1;
    object->pending = pending;
    return object;
}

static void mark(struct object *root) {
    struct object *pending = push(NULL, root);
    while (pending) {
        struct object *object = pending;
        pending = object->pending;
        pending = push(pending, object->left);
        pending = push(pending, object->right);
    }
}

static void sweep(void) {
    struct object **link = &all;
    while (*link) {
        struct object *object = *link;
        if (object->marked) {
            link = &object->all;
        } else {
            *link = object->all;
            free(object);
        }
    }
}

int main(void) {
    build();
    struct object *root = any_object();
    mark(root);
    sweep();
    cairn_assert(!root || root->marked);
    for (struct object *object = all; object; object = object->all) {
        if (object->left) cairn_assert(object->left->marked);
        if (object->right) cairn_assert(object->right->marked);
    }
    while (all) {
        struct object *object = all;
        all = object->all;
        free(object);
    }
    return 0;
}
