//@ expect: double-free
//@ native: no
#include <stdlib.h>
int main(int argc, char **argv) {
    char *p = malloc(argc);
    (void)argv;
    if (argc > 0) {
        free(p);
    }
    free(p); //~ double-free
    return 0;
}
