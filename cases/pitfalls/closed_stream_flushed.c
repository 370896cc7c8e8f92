// What has nothing to do looks at the stream all the same.
#include <stdio.h>
int main(void) {
    FILE *f = tmpfile();
    if (f == NULL) return 1;
    fclose(f);
    fflush(f); //~ use-after-free
    return 0;
}
