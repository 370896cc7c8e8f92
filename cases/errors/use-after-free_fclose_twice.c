//@ expect: use-after-free
//@ native: no
#include <stdio.h>
int main(void) {
    FILE *f = fopen("cairn-case-closed.tmp", "w");
    if (f == NULL) return 1;
    fclose(f);
    fclose(f); //~ use-after-free
    remove("cairn-case-closed.tmp");
    return 0;
}
