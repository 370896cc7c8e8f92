//@ args: one two -x 3
// Arguments of the program.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char *argv[]) {
    printf("%d\n", argc);
    for (int i = 1; i < argc; i++) printf("%s:%d ", argv[i], (int)strlen(argv[i]));
    argv[1][0] = 'O';
    printf("%s %d\n", argv[1], atoi(argv[4]) * 2);
    return argv[argc] != NULL;
}
