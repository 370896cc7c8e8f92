//@ expect: none
// A local of a function that is still active holds the block.
#include <stdlib.h>
int main(int argc, char **argv) {
    char *block = NULL;
    (void)argv;
    if (argc == 1) block = malloc(10);
    exit(0);
}
