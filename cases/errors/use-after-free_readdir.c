//@ nondet: 1, 0, 3, 1, 97
// The name belongs to the folder.
#include <dirent.h>
#include <stddef.h>
#include <stdio.h>
int main(void) {
    DIR *folder = opendir(".");
    if (folder == NULL) return 0;
    struct dirent *entry = readdir(folder);
    char *name = entry != NULL ? entry->d_name : "";
    closedir(folder);
    puts(name); //~ use-after-free
    return 0;
}
