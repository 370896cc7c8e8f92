// A tree of any shape is built and freed.
#include "../tree.h"

int main(void) {
    struct tree *root = any_tree();
    cairn_tree(root, left, right);
    free_tree(root);
    return 0;
}
