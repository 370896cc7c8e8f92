// Deep, but it fits a stack of 8 MiB.
#include <stdio.h>
static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
    printf("%d\n", depth(130000));
    return 0;
}
