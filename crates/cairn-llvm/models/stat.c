/* sys/stat.h and relatives: files are regular files of the sandbox; there are no directories, links or other owners. */
#include "cairn_model.h"

/* glibc's layouts. */
struct stat64 {
#ifdef __LP64__
    unsigned long st_dev, st_ino, st_nlink;
    unsigned st_mode, st_uid, st_gid, pad;
    unsigned long st_rdev;
    long st_size, st_blksize, st_blocks, times[6], unused[3];
#else
    unsigned long long st_dev;
    unsigned pad, low_ino, st_mode, st_nlink, st_uid, st_gid;
    unsigned long long st_rdev;
    unsigned pad2;
    long long st_size;
    long st_blksize;
    long long st_blocks;
    long times[6];
    unsigned long long st_ino;
#endif
};

struct stat {
#ifdef __LP64__
    unsigned long st_dev, st_ino, st_nlink;
    unsigned st_mode, st_uid, st_gid, pad;
    unsigned long st_rdev;
    long st_size, st_blksize, st_blocks, times[6], unused[3];
#else
    unsigned long long st_dev;
    unsigned short pad;
    unsigned long st_ino;
    unsigned st_mode, st_nlink, st_uid, st_gid;
    unsigned long long st_rdev;
    unsigned short pad2;
    long st_size, st_blksize, st_blocks, times[6];
    unsigned long unused[2];
#endif
};

enum { REGULAR = 0100644, TERMINAL = 020620 };

static int fail(int number) {
    errno = number;
    return -1;
}

/* The size behind a descriptor, or -1; the position stays. */
static long long size_of(int fd) {
    long long position = __cairn_seek(fd, 0, 1);
    if (position < 0) return -1;
    long long size = __cairn_seek(fd, 0, 2);
    __cairn_seek(fd, position, 0);
    return size;
}

/* Gives the mode, or -1 with errno. */
static int look(int fd, long long *size) {
    *size = size_of(fd);
    if (*size >= 0) return REGULAR;
    *size = 0;
    return fd >= 0 && fd <= 2 ? TERMINAL : fail(EBADF);
}

static int look_at_path(const char *path, long long *size) {
    int fd = __cairn_open(path, OPEN_READ);
    if (fd < 0) return fail(ENOENT);
    int mode = look(fd, size);
    __cairn_close(fd);
    return mode;
}

#define FILL(result, mode, size) \
    do { \
        __builtin_memset(result, 0, sizeof *result); \
        result->st_mode = (unsigned)mode; \
        result->st_nlink = 1; \
        result->st_uid = result->st_gid = 1000; \
        result->st_size = (__typeof__(result->st_size))size; \
        result->st_blksize = 4096; \
        result->st_blocks = (__typeof__(result->st_blocks))((size + 511) / 512); \
    } while (0)

#define STAT(suffix) \
    int fstat##suffix(int fd, struct stat##suffix *result) { \
        long long size; \
        int mode = look(fd, &size); \
        if (mode < 0) return -1; \
        FILL(result, mode, size); \
        return 0; \
    } \
    int stat##suffix(const char *path, struct stat##suffix *result) { \
        long long size; \
        int mode = look_at_path(path, &size); \
        if (mode < 0) return -1; \
        FILL(result, mode, size); \
        return 0; \
    } \
    int lstat##suffix(const char *path, struct stat##suffix *result) { return stat##suffix(path, result); } \
    int __fxstat##suffix(int version, int fd, struct stat##suffix *result) { return (void)version, fstat##suffix(fd, result); } \
    int __xstat##suffix(int version, const char *path, struct stat##suffix *result) { return (void)version, stat##suffix(path, result); } \
    int __lxstat##suffix(int version, const char *path, struct stat##suffix *result) { return (void)version, stat##suffix(path, result); }
STAT()
STAT(64)

static int on_file(const char *path) {
    long long size;
    return look_at_path(path, &size) < 0 ? -1 : 0;
}

int chmod(const char *path, unsigned mode) { return (void)mode, on_file(path); }
int chown(const char *path, unsigned user, unsigned group) { return (void)user, (void)group, on_file(path); }
int lchown(const char *path, unsigned user, unsigned group) { return chown(path, user, group); }
int fchmod(int fd, unsigned mode) { return (void)mode, size_of(fd) < 0 ? fail(EBADF) : 0; }
int fchown(int fd, unsigned user, unsigned group) { return (void)user, (void)group, size_of(fd) < 0 ? fail(EBADF) : 0; }
unsigned umask(unsigned mask) { return (void)mask, 022; }

/* Everything that would need a directory or a link is refused, unless another machine would do it. */
int mkdir(const char *path, unsigned mode) { return (void)cairn_strlen(path), (void)mode, __cairn_random(0) ? 0 : fail(EACCES); }
int rmdir(const char *path) { return (void)cairn_strlen(path), __cairn_random(0) ? 0 : fail(ENOENT); }
int chdir(const char *path) { return (void)cairn_strlen(path), __cairn_random(0) ? 0 : fail(EACCES); }
int mkfifo(const char *path, unsigned mode) { return (void)cairn_strlen(path), (void)mode, __cairn_random(0) ? 0 : fail(EACCES); }
int link(const char *from, const char *to) { return (void)cairn_strlen(from), (void)cairn_strlen(to), __cairn_random(0) ? 0 : fail(EACCES); }
int symlink(const char *from, const char *to) { return (void)cairn_strlen(from), (void)cairn_strlen(to), __cairn_random(0) ? 0 : fail(EACCES); }
ssize_t readlink(const char *path, char *to, size_t size) { return (void)cairn_strlen(path), (void)to, (void)size, __cairn_unspecified(), fail(EINVAL); }
void *opendir(const char *path) { return (void)cairn_strlen(path), __cairn_unspecified(), errno = ENOENT, NULL; }
