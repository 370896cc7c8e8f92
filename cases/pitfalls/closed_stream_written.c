// A stream that was closed is gone, whatever is written.
#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (f == NULL) return 1;
    fclose(f);
    fputs("", f); //~ use-after-free
    return 0;
}
