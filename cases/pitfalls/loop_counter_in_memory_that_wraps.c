// So does a counter that is kept in a block, while another one there moves with it.
#include <stdlib.h>
typedef unsigned _BitInt(16) narrow;
struct both {
    narrow counter, other;
};
int main(void) {
    struct both *both = malloc(sizeof *both);
    if (!both) return 0;
    both->counter = both->other = 10;
    while (both->counter >= (narrow)10) {
        both->counter += (narrow)2;
        both->other += (narrow)2;
    }
    narrow other = both->other;
    free(both);
    if (other < (narrow)10) { int *z = 0; *z = 1; } //~ null-dereference
}
