// Schorr and Waite: marks a tree without a stack. On the way down links are turned towards the root, on the way up they are
// turned back.
#include <cairn.h>
#include <stdlib.h>

struct tree { struct tree *left, *right, *left_before, *right_before; _Bool marked, swung; };

static struct tree *leaf(void) {
    struct tree *tree = malloc(sizeof *tree);
    if (!tree) abort();
    tree->left = tree->right = NULL;
    tree->marked = tree->swung = 0;
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

static void mark(struct tree *root) {
    struct tree end, *cur = root, *up = &end;
    while (cur || up != &end) {
        if (cur && !cur->marked) {
            struct tree *next = cur->left;
            cur->marked = 1;
            cur->left = up;
            up = cur;
            cur = next;
        } else if (up == &end) {
            return;
        } else if (!up->swung) {
            struct tree *above = up->left;
            up->swung = 1;
            up->left = cur;
            cur = up->right;
            up->right = above;
        } else {
            struct tree *above = up->right;
            cur = up;
            up = above;
        }
    }
}

static void check_and_free(struct tree *root) {
    if (!root) return;
    cairn_assert(root->marked);
    cairn_assert(root->left == root->left_before);
    cairn_assert(root->right == root->right_before);
    check_and_free(root->left);
    check_and_free(root->right);
    free(root);
}

int main(void) {
    struct tree *root = any_tree();
    remember(root);
    mark(root);
    cairn_tree(root, left, right); //~ assertion-failure
    check_and_free(root);
    return 0;
}
