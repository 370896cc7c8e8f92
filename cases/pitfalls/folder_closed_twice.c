//@ nondet: 1
//@ native: no
// With the folder, its block is gone.
#include <stddef.h>
#include <dirent.h>
int main(void) {
    DIR *folder = opendir(".");
    if (folder == NULL) return 0;
    closedir(folder);
    closedir(folder); //~ use-after-free
    return 0;
}
