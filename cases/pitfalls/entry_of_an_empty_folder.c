//@ nondet: 1, 0, 0
//@ native: no
// There may be no entry, not even `.`.
#include <stddef.h>
#include <dirent.h>
int main(void) {
    DIR *folder = opendir(".");
    if (folder == NULL) return 0;
    return readdir(folder)->d_type; //~ null-dereference
}
