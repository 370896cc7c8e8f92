// Output that depends on memory never written.
#include <stdio.h>
int main(void) {
    int x[2];
    int *volatile p = x;
    printf("%d\n", p[1]); //~ uninitialized-read
    return 0;
}
