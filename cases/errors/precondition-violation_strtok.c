//@ expect: precondition-violation
//@ native: no
#include <string.h>
int main(void) {
    char text[] = "a b";
    char *p = strtok(NULL, " "); //~ precondition-violation
    return p == NULL || text[0] != 'a';
}
