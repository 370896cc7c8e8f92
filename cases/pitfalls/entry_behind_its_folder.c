//@ nondet: 1, 0, 3, 1
// An entry is gone with its folder.
#include <stddef.h>
#include <dirent.h>
int main(void) {
    DIR *folder = opendir(".");
    if (folder == NULL) return 0;
    struct dirent *entry = readdir(folder);
    closedir(folder);
    if (entry == NULL) return 0;
    return entry->d_type == DT_DIR; //~ use-after-free
}
