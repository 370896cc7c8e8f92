//@ expect: none
#include <stdlib.h>
#include <string.h>
int main(void) {
    char copy[10], *text = strdup("text");
    strcpy(copy, text);
    free(text);
    return copy[0] - 't';
}
