// Two neighbours on the stack: too long a copy is an overflow, not an overlap.
#include <string.h>
int main(void) {
    char from[100], to[50];
    memset(from, 'x', sizeof from);
    memcpy(to, from, sizeof from); //~ out-of-bounds
    return to[0] == 'y';
}
