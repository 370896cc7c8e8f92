//@ expect: uninitialized-read
//@ native: no
#include <stdio.h>
int main(void) {
    int x[2];
    x[0] = 5;
    printf("%d %d\n", x[0], x[1]); //~ uninitialized-read
    return 0;
}
