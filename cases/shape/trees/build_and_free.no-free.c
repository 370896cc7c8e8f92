//@ expect: memory-leak in leaf
// A tree of any shape is built and freed.
#include "../tree.h"

int main(void) {
    struct tree *root = any_tree();
    cairn_tree(root, left, right);
    free(root);
    return 0;
}
