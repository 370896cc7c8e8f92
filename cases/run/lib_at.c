// Files that are named from the current folder.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    const char *path = "cairn-case-at.tmp", *other = "cairn-case-at-2.tmp";
    struct stat s;
    char buffer[8] = {0};
    int fd = openat(AT_FDCWD, path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    printf("%d %d\n", fd >= 0, (int)write(fd, "0123456789", 10));
    printf("%d", fstatat(AT_FDCWD, path, &s, 0));
    printf(" %d %d\n", (int)s.st_size, S_ISREG(s.st_mode) != 0);
    printf("%d", ftruncate(fd, 15));
    printf(" %d", fstat(fd, &s));
    printf(" %d %d\n", (int)s.st_size, (int)lseek(fd, 0, SEEK_CUR));
    printf("%d", ftruncate(fd, -1));
    printf(" %d\n", errno == EINVAL);
    printf("%d", (int)pread(fd, buffer, 3, 4));
    printf(" %s %d\n", buffer, (int)lseek(fd, 0, SEEK_CUR));
    printf("%d", (int)pwrite(fd, "abc", 3, 1));
    printf(" %d", (int)pread(fd, buffer, 7, 0));
    printf(" %s %d\n", buffer, (int)lseek(fd, 0, SEEK_CUR));
    printf("%d %d\n", dup2(fd, fd) == fd, fcntl(fd, F_GETFD) >= 0);
    close(fd);
    printf("%d", fcntl(fd, F_GETFD));
    printf(" %d", errno == EBADF);
    printf(" %d", dup2(fd, fd));
    printf(" %d\n", errno == EBADF);
    printf("%d", renameat(AT_FDCWD, path, AT_FDCWD, other));
    printf(" %d", faccessat(AT_FDCWD, path, F_OK, 0));
    printf(" %d\n", euidaccess(other, F_OK));
    printf("%d", unlinkat(AT_FDCWD, other, 0));
    printf(" %d", openat(AT_FDCWD, other, O_RDONLY));
    printf(" %d\n", errno == ENOENT);
    printf("%d", fstatat(AT_FDCWD, other, &s, AT_SYMLINK_NOFOLLOW));
    printf(" %d\n", errno == ENOENT);
    return 0;
}
