//@ expect: use-after-free in free_tree
// A key is taken out of a search tree; a cell with two subtrees gives its place to its successor.
#include "../tree.h"

static struct tree *insert(struct tree *root, int key) {
    struct tree **link = &root;
    while (*link && (*link)->key != key) link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    if (!*link) *link = leaf(key);
    return root;
}

static struct tree *any_search_tree(void) {
    struct tree *root = NULL;
    while (cairn_nondet_bool()) root = insert(root, cairn_nondet_int());
    return root;
}

/* Keys strictly between two bounds, each open if null, and so on below. */
static void check_sorted(const struct tree *root, const int *low, const int *high) {
    if (!root) return;
    cairn_assert((!low || *low < root->key) && (!high || root->key < *high));
    check_sorted(root->left, low, &root->key);
    check_sorted(root->right, &root->key, high);
}

static struct tree *delete(struct tree *root, int key) {
    struct tree **link = &root;
    while (*link && (*link)->key != key) link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    struct tree *gone = *link;
    if (!gone) return root;
    if (!gone->left) {
        *link = gone->right;
    } else if (!gone->right) {
        *link = gone->left;
    } else {
        struct tree **next = &gone->right;
        while ((*next)->left) next = &(*next)->left;
        struct tree *successor = *next;
        *next = successor->right;
        successor->left = gone->left;
        successor->right = gone->right;
        *link = successor;
    }
    free(gone);
    return root;
}

int main(void) {
    struct tree *root = delete(any_search_tree(), cairn_nondet_int());
    cairn_tree(root, left, right);
    check_sorted(root, NULL, NULL);
    free_tree(root);
    free_tree(root);
    return 0;
}
