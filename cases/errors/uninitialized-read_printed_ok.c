//@ expect: none
#include <stdio.h>
int main(void) {
    int x[2];
    x[0] = 5;
    x[1] = 6;
    printf("%d %d\n", x[0], x[1]);
    return 0;
}
