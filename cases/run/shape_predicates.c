//@ native: no
// Each predicate of cairn.h where it holds and where it does not. No walk is an error, wherever it leads.
#include <cairn.h>
#include <stdlib.h>

struct node { int data; struct node *next, *prev; };
struct link { struct link *next; };
struct item { char name[5]; struct link link; };
struct tree { struct tree *left; long key; struct tree *right; };

// What is allocated stays reachable: these programs lose it on purpose.
static void *blocks[200];
static void *fresh_block(size_t size) {
    static int count;
    return blocks[count++] = malloc(size);
}

static struct node *list(int length) {
    struct node *head = NULL;
    for (int i = 0; i < length; i++) {
        struct node *node = fresh_block(sizeof *node);
        node->next = head, node->prev = NULL;
        if (head) head->prev = node;
        head = node;
    }
    return head;
}

static struct node *last(struct node *node) {
    while (node->next) node = node->next;
    return node;
}

static void lists(void) {
    cairn_list((struct node *)NULL, next);
    for (int length = 1; length < 5; length++) {
        struct node *p = list(length), *end = last(p);
        cairn_list(p, next);
        cairn_dlist(p, next, prev);
        cairn_dlist(end, prev, next);
        cairn_reach(p, end, next);
        cairn_reach(p, p, next);
        cairn_reach(p, (struct node *)NULL, next);
        cairn_assert(cairn_reaches(end, p, next) == (length == 1));
        cairn_assert(!cairn_is_cyclic(p, next));
        end->next = p;
        cairn_cyclic(p, next);
        cairn_cyclic(end, next);
        cairn_assert(!cairn_is_list(p, next));
        cairn_assert(!cairn_is_dlist(p, next, prev));
        cairn_assert(!cairn_reaches(p, (struct node *)NULL, next));
    }
}

static void panhandle(void) {
    struct node *p = list(4);
    last(p)->next = p->next;
    cairn_assert(!cairn_is_list(p, next));
    cairn_assert(!cairn_is_cyclic(p, next));
    cairn_cyclic(p->next, next);
    cairn_assert(!cairn_reaches(p->next, p, next));
    cairn_assert(!cairn_is_cyclic((struct node *)NULL, next));
}

static void broken_back_link(void) {
    struct node *p = list(3);
    p->next->prev = p->next;
    cairn_list(p, next);
    cairn_assert(!cairn_is_dlist(p, next, prev));
    cairn_assert(!cairn_is_dlist(p->next, next, prev));
}

static void dead_memory(void) {
    struct node *p = list(3), *q = list(3);
    free(p->next->next);
    cairn_assert(!cairn_is_list(p, next));
    cairn_assert(!cairn_are_disjoint(p, q, next));
    cairn_reach(p, p->next, next);
    cairn_assert(!cairn_reaches(p, (struct node *)NULL, next));
    free(q);
    cairn_assert(!cairn_is_list(q, next));
    cairn_assert(!cairn_is_tree(q, next, prev));
}

static void other_memory(void) {
    struct node *p = list(2), *fresh = fresh_block(sizeof *fresh), *small = fresh_block(2 * sizeof(void *) - 1);
    p->next->next = fresh;
    cairn_assert(!cairn_is_list(p, next)); // fresh->next was never written
    p->next->next = small;
    cairn_assert(!cairn_is_list(p, next)); // no room for a link
    p->next->next = (struct node *)12;
    cairn_assert(!cairn_is_list(p, next));
    p->next->next = (struct node *)dead_memory;
    cairn_assert(!cairn_is_list(p, next));
    struct node local = {0, NULL, NULL};
    p->next->next = &local;
    cairn_list(p, next);
    cairn_assert(!cairn_is_dlist(p, next, prev));
}

static void links_inside(void) {
    struct item items[3];
    for (int i = 0; i < 3; i++) items[i].link.next = i < 2 ? &items[i + 1].link : NULL;
    cairn_list(&items[0].link, next);
    struct { int x; struct { struct link *to; } in; } start = {1, {&items[0].link}};
    cairn_list(start.in.to, next);
    cairn_assert(!cairn_is_list(&start, in.to)); // the offset is another one there
}

static struct tree *tree(int depth) {
    if (depth == 0) return NULL;
    struct tree *root = fresh_block(sizeof *root);
    root->left = tree(depth - 1), root->right = tree(depth - 1);
    return root;
}

static void trees(void) {
    struct tree *p = tree(3), *q = tree(2);
    cairn_tree(p, left, right);
    cairn_tree(q, left, right);
    cairn_tree((struct tree *)NULL, left, right);
    cairn_disjoint(p, q, left, right);
    cairn_assert(!cairn_are_disjoint(p, p->left, left, right));
    cairn_disjoint(p->left, p->right, left, right);
    p->left->right->right = q;
    cairn_tree(p, left, right);
    p->right->left->left = q;
    cairn_assert(!cairn_is_tree(p, left, right)); // shared
    p->right->left->left = p;
    cairn_assert(!cairn_is_tree(p, left, right)); // a cycle
    cairn_assert(!cairn_are_disjoint(p, q, left, right));
    cairn_disjoint(p->left, q, left);
    cairn_assert(!cairn_are_disjoint(p->left, q, right));
}

static void disjoint_lists(void) {
    struct node *p = list(3), *q = list(2);
    cairn_disjoint(p, q, next);
    cairn_disjoint(p, (struct node *)NULL, next);
    last(p)->next = p;
    cairn_disjoint(p, q, next);
    last(q)->next = p->next;
    cairn_assert(!cairn_are_disjoint(p, q, next));
}

int main(void) {
    lists();
    panhandle();
    broken_back_link();
    dead_memory();
    other_memory();
    links_inside();
    trees();
    disjoint_lists();
    cairn_assume(cairn_nondet_int() + cairn_nondet_uchar() == 0);
    exit(0);
}
