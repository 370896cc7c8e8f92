//@ expect: none
#include <stdio.h>
int main(void) {
    FILE *f = fopen("cairn-case-closed.tmp", "w");
    if (f == NULL) return 1;
    fclose(f);
    remove("cairn-case-closed.tmp");
    return 0;
}
