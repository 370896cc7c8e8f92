//@ nondet: 1, 0, 3, 1, 97
// A copy does not.
#include <dirent.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    DIR *folder = opendir(".");
    if (folder == NULL) return 0;
    struct dirent *entry = readdir(folder);
    char *name = entry != NULL ? strdup(entry->d_name) : NULL;
    closedir(folder);
    if (name != NULL && strlen(name) > 255) return 1;
    free(name);
    return 0;
}
