//@ nondet: 1, 5, 97, 97, 97, 97, 97, 1, 5, 98
//@ native: no
// The name of a terminal is that of the last one.
#include <assert.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    char name[4096];
    char *first = ttyname(0);
    if (first == NULL) return 0;
    strcpy(name, first);
    if (ttyname(1) == NULL) return 0;
    assert(strcmp(name, first) == 0); //~ assertion-failure
    return 0;
}
