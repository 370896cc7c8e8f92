// There is no stream to read from, and nothing to read.
#include <stdio.h>
int main(void) {
    FILE *file = NULL;
    return fscanf(file, ""); //~ null-dereference
}
