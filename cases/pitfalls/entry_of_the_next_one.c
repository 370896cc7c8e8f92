//@ nondet: 1, 0, 3, 1, 97, 3, 1, 98
//@ native: no
// The next entry takes the place of the one before.
#include <assert.h>
#include <dirent.h>
#include <string.h>
int main(void) {
    char name[256];
    DIR *folder = opendir(".");
    if (folder == NULL) return 0;
    struct dirent *entry = readdir(folder);
    if (entry == NULL) return 0;
    strcpy(name, entry->d_name);
    if (readdir(folder) == NULL) return 0;
    assert(strcmp(name, entry->d_name) == 0); //~ assertion-failure
    return 0;
}
