// The set is read to its end, wherever the text ends.
#include <string.h>
int main(void) {
    char set[2] = {'a','b'};
    return strcspn("a", set); //~ out-of-bounds
}
