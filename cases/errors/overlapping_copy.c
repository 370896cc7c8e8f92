// memcpy within one object, ranges that overlap.
#include <string.h>
int main(void) {
    char text[] = "abcdefgh";
    memcpy(text + 1, text, 4); //~ precondition-violation
    return 0;
}
