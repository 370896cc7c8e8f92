// A new stream is another one than the one that was closed.
#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (f == NULL) return 1;
    fclose(f);
    FILE *g = tmpfile();
    if (g == NULL) return 1;
    int c = fgetc(f); //~ use-after-free
    fclose(g);
    return c == 'x';
}
