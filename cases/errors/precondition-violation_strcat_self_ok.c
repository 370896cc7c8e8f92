//@ expect: none
#include <string.h>
int main(void) {
    char text[20] = "abc", copy[20];
    strcpy(copy, text);
    strcat(text, copy + 1);
    return text[0] - 'a';
}
