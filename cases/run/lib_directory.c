//@ nondet: 1, 3, 1, 40, 5, 300, 200, 0, 2, 255
// Folders, if there are any: each entry has a name and a size, and lies there until the next one is read.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static int good(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return length > 0 && length < 256 && entry->d_reclen > offsetof(struct dirent, d_name) + length && entry->d_ino != 0;
}

int main(void) {
    DIR *folder = opendir("."), *none = opendir("/no/such/folder");
    int bad = 0, seen = 0;
    if (none != NULL) closedir(none);
    if (folder != NULL) {
        struct dirent *entry;
        bad += dirfd(folder) < 0;
        while ((entry = readdir(folder)) != NULL && seen++ < 20) bad += !good(entry);
        rewinddir(folder);
        if ((entry = readdir(folder)) != NULL) bad += !good(entry);
        closedir(folder);
    }
    printf("%d\n", bad);
    return 0;
}
