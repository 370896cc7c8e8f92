/* Binary trees of any shape with any keys, for the programs of these folders. */
#ifndef TREE_H
#define TREE_H

#include <cairn.h>
#include <stdlib.h>

struct tree { struct tree *left, *right; int key; };

static struct tree *leaf(int key) {
    struct tree *tree = malloc(sizeof *tree);
    if (!tree) abort();
    tree->left = tree->right = NULL;
    tree->key = key;
    return tree;
}

/* Hangs a new leaf somewhere. */
static struct tree *grow(struct tree *root) {
    struct tree *new = leaf(cairn_nondet_int());
    if (!root) return new;
    struct tree *at = root;
    for (;;) {
        if (cairn_nondet_bool()) {
            if (!at->left) {
                at->left = new;
                return root;
            }
            at = at->left;
        } else {
            if (!at->right) {
                at->right = new;
                return root;
            }
            at = at->right;
        }
    }
}

static struct tree *any_tree(void) {
    struct tree *root = NULL;
    while (cairn_nondet_bool()) root = grow(root);
    return root;
}

static void free_tree(struct tree *root) {
    if (!root) return;
    free_tree(root->left);
    free_tree(root->right);
    free(root);
}

#endif
