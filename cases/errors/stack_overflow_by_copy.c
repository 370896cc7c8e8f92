// strcpy into a buffer that is too small.
#include <string.h>
int main(int argc, char **argv) {
    char small[4];
    strcpy(small, argc > 5 ? argv[0] : "much too long"); //~ out-of-bounds
    return small[0] == 'x';
}
