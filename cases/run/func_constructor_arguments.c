//@ args: one two
// The loader calls constructors with what `main` is given.
#include <stdio.h>
static int count;
static char **all;
__attribute__((constructor)) static void before(int argc, char **argv, char **envp) {
    count = argc;
    all = argv;
    printf("%s %d\n", argv[1], envp != 0);
}
int main(int argc, char **argv) {
    printf("%d %d %s\n", count == argc, all == argv, all[2]);
    return 0;
}
