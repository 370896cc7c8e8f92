// Lindstrom's scan: no stack, no marks. The way back is kept in the links of the tree, which are turned three times and
// so come out as they were.
#include <cairn.h>
#include <stdlib.h>

struct tree { struct tree *left, *right, *left_before, *right_before; _Bool visited; };

static struct tree *leaf(void) {
    struct tree *tree = malloc(sizeof *tree); //~ memory-leak
    if (!tree) abort();
    tree->left = tree->right = NULL;
    tree->visited = 0;
    return tree;
}

static struct tree *any_tree(void) {
    struct tree *root = NULL;
    while (cairn_nondet_bool()) {
        struct tree **link = &root;
        while (*link) link = cairn_nondet_bool() ? &(*link)->left : &(*link)->right;
        *link = leaf();
    }
    return root;
}

static void remember(struct tree *root) {
    if (!root) return;
    root->left_before = root->left;
    root->right_before = root->right;
    remember(root->left);
    remember(root->right);
}

static void scan(struct tree *root) {
    struct tree sentinel, *prev = &sentinel, *cur = root;
    if (!root) return;
    while (cur != &sentinel) {
        cur->visited = 1;
        struct tree *next = cur->left;
        cur->left = cur->right;
        cur->right = prev;
        prev = cur;
        cur = next;
        if (!cur) {
            cur = prev;
            prev = NULL;
        }
    }
}

static void check_and_free(struct tree *root) {
    if (!root) return;
    cairn_assert(root->visited);
    cairn_assert(root->left == root->left_before);
    cairn_assert(root->right == root->right_before);
    check_and_free(root->left);
    check_and_free(root->right);
}

int main(void) {
    struct tree *root = any_tree();
    remember(root);
    scan(root);
    cairn_tree(root, left, right);
    check_and_free(root);
    return 0;
}
