// A tree with links to the parent: walked in order by those links alone, then freed leaf by leaf.
#include <cairn.h>
#include <stdlib.h>

struct tree { struct tree *left, *right, *up; };

static struct tree *any_tree(void) {
    struct tree *root = NULL;
    while (cairn_nondet_bool()) {
        struct tree **link = &root, *up = NULL;
        while (*link) {
            up = *link;
            link = cairn_nondet_bool() ? &up->left : &up->right;
        }
        struct tree *leaf = malloc(sizeof *leaf);
        if (!leaf) abort();
        leaf->left = leaf->right = NULL;
        leaf->up = NULL;
        *link = leaf;
    }
    return root;
}

static struct tree *leftmost(struct tree *at) {
    while (at->left) at = at->left;
    return at;
}

static struct tree *successor(struct tree *at) {
    if (at->right) return leftmost(at->right);
    while (at->up && at == at->up->right) at = at->up;
    return at->up;
}

static void free_upwards(struct tree *at) {
    while (at) {
        if (at->left) {
            at = at->left;
        } else if (at->right) {
            at = at->right;
        } else {
            struct tree *up = at->up;
            if (up && up->left == at) up->left = NULL;
            else if (up) up->right = NULL;
            free(at);
            at = up;
        }
    }
}

int main(void) {
    struct tree *root = any_tree();
    cairn_tree(root, left, right);
    if (root) {
        for (struct tree *at = leftmost(root); at; at = successor(at)) cairn_reach(at, root, up); //~ assertion-failure
    }
    free_upwards(root);
    return 0;
}
