// What is registered runs at a message that ends the program.
#include <error.h>
#include <stdlib.h>
static int *number;
static void last(void) { *number = 1; } //~ null-dereference
int main(int argc, char **argv) {
    if (atexit(last) != 0) return 0;
    error(argc, 0, "message");
    return 0;
}
