//@ nondet: 3, 10, 1, 2, 3
//@ native: no
// Who asks twice in how many groups it is gets the same number, and room for so many is enough.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    int count = getgroups(0, NULL);
    if (count < 0) return 0;
    gid_t *groups = malloc((count + 1) * sizeof *groups);
    if (!groups) return 0;
    printf("%d\n", getgroups(count, groups) == count);
    free(groups);
    return 0;
}
