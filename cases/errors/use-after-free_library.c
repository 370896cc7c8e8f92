//@ expect: use-after-free
//@ native: no
#include <stdlib.h>
#include <string.h>
int main(void) {
    char copy[10], *text = strdup("text");
    free(text);
    strcpy(copy, text); //~ use-after-free
    return copy[0] - 't';
}
