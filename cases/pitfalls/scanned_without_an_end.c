// sscanf looks for the end of the text before it reads a number.
#include <stdio.h>
int main(void) {
    char text[2] = {'1', ' '};
    int number = 0;
    sscanf(text, "%d", &number); //~ out-of-bounds
    return number;
}
