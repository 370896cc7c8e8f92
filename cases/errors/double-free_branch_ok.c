//@ expect: none
#include <stdlib.h>
int main(int argc, char **argv) {
    char *p = malloc(argc);
    (void)argv;
    if (argc > 0) {
        free(p);
        p = NULL;
    }
    free(p);
    return 0;
}
