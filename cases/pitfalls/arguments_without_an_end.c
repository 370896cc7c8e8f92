// The list of arguments ends with a null pointer.
#include <unistd.h>
int main(void) {
    char *b[1] = {"ls"};
    execv("ls", b); //~ out-of-bounds
    return 0;
}
