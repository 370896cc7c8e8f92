// Patterns and names are texts.
#include <fnmatch.h>
int main(void) {
    char name[2] = {'a', 'b'};
    return fnmatch("a*c", name, 0); //~ out-of-bounds
}
