// Names and limits of the system are any, but they are texts and in order.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <libgen.h>
#include <wchar.h>

int main(void) {
    struct utsname names;
    char name[100], bytes[16], *path;
    printf("%d %d\n", uname(&names), strlen(names.nodename) < sizeof names.nodename);
    printf("%d", gethostname(name, sizeof name));
    printf(" %d", strlen(name) < 65);
    printf(" %d\n", gethostname(name, 0));
    printf("%d\n", realpath(NULL, name) == NULL && errno == EINVAL);
    path = canonicalize_file_name("/");
    printf("%d\n", path == NULL || path[0] == '/');
    free(path);
    struct rlimit limit;
    printf("%d", getrlimit(RLIMIT_NOFILE, &limit));
    printf(" %d %d\n", limit.rlim_cur <= limit.rlim_max, getrlimit(1000, &limit));
    struct rusage usage;
    printf("%d", getrusage(RUSAGE_SELF, &usage));
    printf(" %d %d\n", usage.ru_utime.tv_usec < 1000000, getrusage(1000, &usage));
    printf("%d %d\n", (int)getrandom(bytes, sizeof bytes, 0), getentropy(bytes, 16));
    printf("%d\n", getentropy(bytes, 257));
    printf("%d %d %d %d %d\n", wcwidth(L'a'), wcwidth(0), wcwidth(L'\n'), wcswidth(L"abc", 2), wcswidth(L"a\n", 2));
    char paths[][12] = {"/usr/lib", "/usr/", "usr", "a/b//", "/", "///", "", "a//"};
    for (int i = 0; i < 8; i++) printf("%s ", basename(paths[i]));
    printf("%s\n", basename(NULL));
    return 0;
}
