//@ expect: memory-leak
//@ native: no
#include <string.h>
#include <stdlib.h>
int main(void) {
    char *copy = strdup("never freed"); //~ memory-leak
    int c = copy[0];
    copy = NULL;
    return c - 'n';
}
