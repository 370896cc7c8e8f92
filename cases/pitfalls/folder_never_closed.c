//@ nondet: 1
// A folder is a block.
#include <stddef.h>
#include <dirent.h>
static int is_there(const char *path) {
    return opendir(path) != NULL; //~ memory-leak
}
int main(void) { return is_there(".") & 2; }
