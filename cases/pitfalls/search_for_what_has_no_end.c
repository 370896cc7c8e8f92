// What is looked for is read to its end.
#include <string.h>
int main(void) {
    char set[2] = {'x','b'};
    return strstr("abc", set) != 0; //~ out-of-bounds
}
