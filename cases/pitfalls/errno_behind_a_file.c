//@ nondet: 0, 25
// Whether it is a terminal was asked on the way.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
int main(void) {
    FILE *file = fopen("x", "w");
    if (file == NULL) return 0;
    errno = 0;
    fclose(file);
    assert(errno == 0); //~ assertion-failure
    return 0;
}
