// A tree of any shape is built and freed.
#include "../tree.h"

int main(void) {
    struct tree *root = any_tree();
    if (root && !root->left) root->left = root->right;
    cairn_tree(root, left, right); //~ assertion-failure
    free_tree(root);
    return 0;
}
