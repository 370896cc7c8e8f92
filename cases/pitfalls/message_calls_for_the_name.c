// Instead of writing its name, the program has a function called.
#include <error.h>
static int *number;
static void name(void) { *number = 1; } //~ null-dereference
int main(void) {
    error_print_progname = name;
    error(0, 0, "message");
    return 0;
}
