// Declarations without parameters, and calls that fit the definitions.
//@ flags: -std=c89
#include <stdio.h>
int add(), narrow();
char *name();
double half();
int main(void) {
    printf("%d %d %s %g\n", add(1, 2), narrow('a', 300), name(), half(3.0));
    return 0;
}
