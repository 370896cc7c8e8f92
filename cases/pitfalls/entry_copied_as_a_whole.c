//@ nondet: 1, 0, 3, 1
//@ native: no
// An entry is as long as its name needs.
#include <stddef.h>
#include <dirent.h>
int main(void) {
    DIR *folder = opendir(".");
    if (folder == NULL) return 0;
    struct dirent *entry = readdir(folder), copy;
    if (entry != NULL) copy = *entry; //~ out-of-bounds
    closedir(folder);
    return 0;
}
