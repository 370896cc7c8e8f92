//@ nondet: 1, 0, 3, 5, 7, 2, 9, 4, 11, 6, 13, 8, 15, 10, 17, 12
// What does not change between two calls, whatever it is.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static void files(void) {
    int fd = open("twice.txt", O_WRONLY | O_CREAT, 0600);
    if (fd < 0) return;
    struct stat a, b;
    if (fstat(fd, &a) == 0 && fstat(fd, &b) == 0 && (a.st_ino != b.st_ino || a.st_dev != b.st_dev || S_ISREG(a.st_mode) != S_ISREG(b.st_mode)))
        printf("another file\n");
    int status = fcntl(fd, F_GETFL);
    if (status >= 0 && (status & O_ACCMODE) != O_WRONLY) printf("opened for something else\n");
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) == 0) {
        int flags = fcntl(fd, F_GETFD);
        if (flags >= 0 && (flags & FD_CLOEXEC) == 0) printf("not closed\n");
    }
    close(fd);
    unlink("twice.txt");
}

int main(void) {
    files();
    wint_t first = btowc(200), second = btowc(200);
    if (first != second) printf("a byte means something else\n");
    struct utsname one, other;
    if (uname(&one) == 0 && uname(&other) == 0 && strcmp(one.sysname, other.sysname) != 0) printf("another system\n");
    tzset();
    int summer = daylight;
    tzset();
    if (summer != daylight) printf("no summer\n");
    struct rusage used, more;
    if (getrusage(RUSAGE_SELF, &used) == 0 && getrusage(RUSAGE_SELF, &more) == 0 && more.ru_utime.tv_sec < used.ru_utime.tv_sec) printf("younger\n");
    gid_t groups[200];
    int count = getgroups(0, groups);
    if (count >= 0 && count <= 200 && getgroups(200, groups) != count) printf("another number of groups\n");
    return 0;
}
