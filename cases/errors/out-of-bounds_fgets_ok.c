//@ expect: none
//@ stdin: a line that is long enough\n
#include <stdio.h>
int main(void) {
    char line[10];
    if (fgets(line, sizeof line, stdin) == NULL) return 1;
    return line[0] - 'a';
}
