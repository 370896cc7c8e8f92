//@ expect: none
#include <string.h>
#include <stdlib.h>
int main(void) {
    char *copy = strdup("never freed");
    int c = copy[0];
    free(copy);
    copy = NULL;
    return c - 'n';
}
