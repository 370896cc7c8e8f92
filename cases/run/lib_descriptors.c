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
    printf("%d %d\n", (int)lseek(fd, 3, SEEK_SET), (int)read(fd, buffer, 4));
    printf("%s %d\n", buffer, (int)lseek(fd, -2, SEEK_END));
    printf("%d %d\n", (int)read(fd, buffer, 10), (int)read(fd, buffer, 10));
    printf("%d\n", close(fd));
    printf("%d %d\n", close(fd), errno == EBADF);
    printf("%d %d\n", open(path, O_WRONLY | O_CREAT | O_EXCL, 0600), errno == EEXIST);
    printf("%d", unlink(path));
    printf(" %d %d\n", open(path, O_RDONLY), errno == ENOENT);
    fflush(stdout);
    write(1, "direct\n", 7);
    return 0;
}
