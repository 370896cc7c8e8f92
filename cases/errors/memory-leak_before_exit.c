//@ native: no
// What a function that has returned left in registers is no pointer to the block.
#include <stdlib.h>
static int lose(int size) {
    char *block = malloc(size); //~ memory-leak
    if (block == NULL) return 0;
    block[0] = 1;
    return block[0];
}
int main(void) {
    int code = lose(10) - 1;
    exit(code);
}
