//@ exit: 42
// The status is what main returns.
#include <stdio.h>

int main(int argc, char **argv) {
    printf("%d %d\n", argc, argv[argc] == NULL);
    return argc + 41;
}
