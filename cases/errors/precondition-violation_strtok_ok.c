//@ expect: none
#include <string.h>
int main(void) {
    char text[] = "a b";
    char *p = strtok(text, " ");
    return p == NULL || text[0] != 'a';
}
