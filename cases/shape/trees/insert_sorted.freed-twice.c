//@ expect: use-after-free in free_tree
// Leaves are hung into a search tree, which stays one.
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

int main(void) {
    struct tree *root = any_search_tree();
    cairn_tree(root, left, right);
    check_sorted(root, NULL, NULL);
    free_tree(root);
    free_tree(root);
    return 0;
}
