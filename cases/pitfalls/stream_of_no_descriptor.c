// Only for a descriptor that is open there is a stream.
#include <stdio.h>
int main(void) {
    FILE *f = fdopen(77, "r");
    return fgetc(f) == 'x'; //~ null-dereference
}
