// stat and fstat of regular files; dirname.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <libgen.h>

int main(void) {
    const char *path = "cairn-case-stat.tmp";
    FILE *f = fopen(path, "w");
    struct stat s;
    fputs("twelve bytes", f);
    fflush(f);
    printf("%d", fstat(fileno(f), &s));
    printf(" %d %d\n", (int)s.st_size, S_ISREG(s.st_mode) != 0);
    fclose(f);
    printf("%d", stat(path, &s));
    printf(" %d %d\n", (int)s.st_size, S_ISDIR(s.st_mode) != 0);
    unlink(path);
    printf("%d", stat(path, &s));
    printf(" %d\n", errno == ENOENT);
    char paths[][12] = {"/usr/lib", "/usr", "usr", "a/b/", "/", ""};
    for (int i = 0; i < 6; i++) printf("%s ", dirname(paths[i]));
    printf("\n");
    return 0;
}
