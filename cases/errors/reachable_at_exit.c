// A global still points to the block: not lost.
#include <stdlib.h>
char *kept;
int main(void) {
    kept = malloc(10);
    return 0;
}
