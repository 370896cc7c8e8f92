// An address that depends on a heap block never written.
#include <stdlib.h>
static int table[256];
int main(void) {
    unsigned char *i = malloc(1);
    if (!i) return 0;
    int value = table[*i]; //~ uninitialized-read
    free(i);
    return value;
}
