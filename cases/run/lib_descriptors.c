// open, read, write, lseek, close, unlink.
#include <fcntl.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    const char *path = "cairn-case-fd.tmp";
    char buffer[20] = {0};
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    printf("%d %d\n", fd >= 0, (int)write(fd, "0123456789", 10));
    printf("%d", (int)lseek(fd, 3, SEEK_SET));
    printf(" %d\n", (int)read(fd, buffer, 4));
    printf("%s %d\n", buffer, (int)lseek(fd, -2, SEEK_END));
    printf("%d", (int)read(fd, buffer, 10));
    printf(" %d\n", (int)read(fd, buffer, 10));
    printf("%d\n", close(fd));
    printf("%d", close(fd));
    printf(" %d\n", errno == EBADF);
    printf("%d", open(path, O_WRONLY | O_CREAT | O_EXCL, 0600));
    printf(" %d\n", errno == EEXIST);
    printf("%d", unlink(path));
    printf(" %d", open(path, O_RDONLY));
    printf(" %d\n", errno == ENOENT);
    fflush(stdout);
    write(1, "direct\n", 7);
    return 0;
}
