// What the end of the program calls has no arguments, and passes none on.
#include <stdlib.h>
static void report(int level) {
    if (level > 3) exit(1); //~ uninitialized-read
}
__attribute__((destructor)) static void end(int level) { report(level); }
int main(void) {
    end(1);
    return 0;
}
