//@ expect: out-of-bounds
//@ stdin: a line that is long enough\n
//@ native: no
#include <stdio.h>
int main(void) {
    char line[10];
    if (fgets(line, 20, stdin) == NULL) return 1; //~ out-of-bounds
    return line[0] - 'a';
}
