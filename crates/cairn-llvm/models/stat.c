/* sys/stat.h and relatives: files are regular files of the sandbox; of directories, links and other owners nothing is known. */
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

/* The types of files, links last. */
static const unsigned kinds[] = {0100000, 020000, 040000, 060000, 010000, 0140000, 0120000};
enum { REGULAR, TERMINAL, LINK = 6 };

static int fail(int number) { return cairn_outside_error(number); }

/* The size behind a descriptor, or -1; the position stays. */
static long long size_of(int fd) {
    cairn_may_set_errno();
    long long position = __cairn_seek(fd, 0, 1);
    if (position < 0) return -1;
    long long size = __cairn_seek(fd, 0, 2);
    __cairn_seek(fd, position, 0);
    return size;
}

/* Gives the usual kind, or -1 with errno. */
static int look(int fd, long long *size) {
    *size = size_of(fd);
    if (*size >= 0) return REGULAR;
    *size = 0;
    return fd >= 0 && fd <= 2 ? TERMINAL : fail(EBADF);
}

static int look_at_path(const char *path, long long *size) {
    cairn_may_set_errno();
    if (__cairn_coarse()) {
        (void)cairn_strlen(path);
        *size = __cairn_random(0) << 31 | __cairn_random(0);
        return __cairn_random(0) == 0 ? fail(ENOENT) : REGULAR;
    }
    int fd = __cairn_open(path, OPEN_READ);
    if (fd < 0) return fail(ENOENT);
    int mode = look(fd, size);
    __cairn_close(fd);
    return mode;
}

static unsigned any_number(unsigned usual) { return (unsigned)__cairn_random(usual); }
/* Of more bits than that, and of any sign. */
static unsigned long long any_wide(unsigned usual) {
    return (unsigned long long)__cairn_random(0) << 31 ^ (unsigned long long)__cairn_random(usual);
}
static long long any_signed(void) { return __cairn_random(0) - (long long)any_wide(0); }
static unsigned any_mode(int usual, unsigned last) {
    unsigned kind = any_number((unsigned)usual);
    return kinds[kind <= last ? kind : (unsigned)usual] | (any_number(usual == REGULAR ? 0644 : 0620) & 07777);
}
static unsigned any_nonzero(unsigned usual) {
    unsigned number = any_number(usual);
    return number != 0 ? number : usual;
}

/* Only the size is known. */
#define FILL(result, kind, last, size) \
    do { \
        __builtin_memset(result, 0, sizeof *result); \
        result->st_mode = any_mode(kind, last); \
        result->st_dev = any_wide(0), result->st_ino = (__typeof__(result->st_ino))any_wide(0), result->st_rdev = any_wide(0); \
        result->st_nlink = (__typeof__(result->st_nlink))any_wide(1); \
        result->st_uid = any_number(1000), result->st_gid = any_number(1000); \
        for (int i = 0; i < 6; i++) result->times[i] = (long)(i % 2 == 0 ? any_signed() : any_number(0) % 1000000000); \
        result->st_size = (__typeof__(result->st_size))size; \
        result->st_blksize = (__typeof__(result->st_blksize))any_nonzero(4096); \
        result->st_blocks = (__typeof__(result->st_blocks))any_wide((unsigned)((size + 511) / 512)); \
    } while (0)

/* Of a file that is named from a folder, only that is known which is in none. */
enum { CURRENT_FOLDER = -100, NO_FOLLOW = 0x100 };
static int look_from(int folder, const char *path, long long *size) {
    if (folder == CURRENT_FOLDER || path[0] == '/') return look_at_path(path, size);
    (void)cairn_strlen(path);
    *size = __cairn_random(0);
    return __cairn_random(0) == 0 ? fail(EBADF) : REGULAR;
}

/* What is behind a descriptor stays that file: whoever follows one execution finds it there again. (That it is another one, behind a
 * descriptor of the same number, is left out.) */
enum { REMEMBERED = 64, KINDS = 0170000 };
static struct file {
    int is_known;
    unsigned kind;
    unsigned long long device, number, special;
} files[REMEMBERED];

#define REMEMBER(fd, result) \
    do { \
        if (__cairn_coarse() || fd < 0 || fd >= REMEMBERED) break; \
        struct file *file = &files[fd]; \
        if (!file->is_known) *file = (struct file){1, result->st_mode & KINDS, result->st_dev, result->st_ino, result->st_rdev}; \
        else __cairn_unspecified(); \
        result->st_mode = (result->st_mode & ~(unsigned)KINDS) | file->kind; \
        result->st_dev = file->device, result->st_rdev = file->special; \
        result->st_ino = (__typeof__(result->st_ino))file->number; \
    } while (0)

#define STAT(suffix) \
    int fstat##suffix(int fd, struct stat##suffix *result) { \
        long long size; \
        int kind = look(fd, &size); \
        if (kind < 0) return -1; \
        FILL(result, kind, LINK - 1, size); \
        REMEMBER(fd, result); \
        return 0; \
    } \
    static int find##suffix(const char *path, struct stat##suffix *result, unsigned last) { \
        long long size; \
        int kind = look_at_path(path, &size); \
        if (kind < 0) return -1; \
        FILL(result, kind, last, size); \
        return 0; \
    } \
    int stat##suffix(const char *path, struct stat##suffix *result) { return find##suffix(path, result, LINK - 1); } \
    int lstat##suffix(const char *path, struct stat##suffix *result) { return find##suffix(path, result, LINK); } \
    int fstatat##suffix(int folder, const char *path, struct stat##suffix *result, int flags) { \
        long long size; \
        int kind = look_from(folder, path, &size); \
        if (kind < 0) return -1; \
        FILL(result, kind, (flags & NO_FOLLOW ? LINK : LINK - 1u), size); \
        return 0; \
    } \
    int __fxstatat##suffix(int version, int folder, const char *path, struct stat##suffix *result, int flags) { \
        return (void)version, fstatat##suffix(folder, path, result, flags); \
    } \
    int __fxstat##suffix(int version, int fd, struct stat##suffix *result) { return (void)version, fstat##suffix(fd, result); } \
    int __xstat##suffix(int version, const char *path, struct stat##suffix *result) { return (void)version, stat##suffix(path, result); } \
    int __lxstat##suffix(int version, const char *path, struct stat##suffix *result) { return (void)version, lstat##suffix(path, result); }
STAT()
STAT(64)

/* Linux's, which says what it knows of. */
struct moment { long long seconds; unsigned nanoseconds, pad; };
struct statx {
    unsigned mask, size_of_blocks;
    unsigned long long attributes;
    unsigned links, user, group;
    unsigned short mode, pad;
    unsigned long long number, size, blocks, attributes_mask;
    struct moment times[4];
    unsigned long long rest[16];
};
int statx(int folder, const char *path, int flags, unsigned mask, struct statx *result) {
    (void)folder, (void)mask;
    (void)cairn_strlen(path);
    if (__cairn_random(0) == 0) return fail(ENOENT);
    __cairn_fill(result, sizeof *result, 8);
    result->mode = (unsigned short)any_mode(REGULAR, flags & NO_FOLLOW ? LINK : LINK - 1u);
    for (int i = 0; i < 4; i++) result->times[i].nanoseconds %= 1000000000;
    return 0;
}

static int on_file(const char *path) {
    long long size;
    return look_at_path(path, &size) < 0 ? -1 : 0;
}

int chmod(const char *path, unsigned mode) { return (void)mode, on_file(path); }
int chown(const char *path, unsigned user, unsigned group) { return (void)user, (void)group, on_file(path); }
int lchown(const char *path, unsigned user, unsigned group) { return chown(path, user, group); }
int fchmod(int fd, unsigned mode) { return (void)mode, size_of(fd) < 0 ? fail(EBADF) : 0; }
int fchown(int fd, unsigned user, unsigned group) { return (void)user, (void)group, size_of(fd) < 0 ? fail(EBADF) : 0; }
/* The first one is the user's. */
unsigned umask(unsigned mask) {
    static long long current;
    unsigned before = (unsigned)cairn_random_once(&current, 022) & 0777;
    current = (mask & 0777) + 1;
    return before;
}

/* Everything that would need a directory or a link is refused, unless another machine would do it. */
int mkdir(const char *path, unsigned mode) { return (void)cairn_strlen(path), (void)mode, __cairn_random(0) ? 0 : fail(EACCES); }
int rmdir(const char *path) { return (void)cairn_strlen(path), __cairn_random(0) ? 0 : fail(ENOENT); }
int chdir(const char *path) { return (void)cairn_strlen(path), __cairn_random(0) ? 0 : fail(EACCES); }
int mkfifo(const char *path, unsigned mode) { return (void)cairn_strlen(path), (void)mode, __cairn_random(0) ? 0 : fail(EACCES); }
int link(const char *from, const char *to) { return (void)cairn_strlen(from), (void)cairn_strlen(to), __cairn_random(0) ? 0 : fail(EACCES); }
int symlink(const char *from, const char *to) { return (void)cairn_strlen(from), (void)cairn_strlen(to), __cairn_random(0) ? 0 : fail(EACCES); }

/* What a link leads to: as much of it as there is room for, without a terminator. */
static ssize_t read_link(const char *path, char *to, size_t size) {
    (void)cairn_strlen(path);
    long long length = size == 0 || size > (size_t)PTRDIFF_MAX ? 0 : __cairn_random(0);
    if (length <= 0) return fail(EINVAL);
    size_t count = (unsigned long long)length < size ? (size_t)length : size;
    __cairn_fill(to, count, 1);
    for (size_t i = 0; i < count && !__cairn_coarse(); i++) {
        if (to[i] == 0) to[i] = 'a';
    }
    return (ssize_t)count;
}
ssize_t readlink(const char *path, char *to, size_t size) { return read_link(path, to, size); }
ssize_t readlinkat(int folder, const char *path, char *to, size_t size) { return (void)folder, read_link(path, to, size); }
ssize_t __readlink_chk(const char *path, char *to, size_t size, size_t room) { return (void)room, read_link(path, to, size); }
ssize_t __readlinkat_chk(int folder, const char *path, char *to, size_t size, size_t room) {
    return (void)folder, (void)room, read_link(path, to, size);
}
_Static_assert(sizeof(struct statx) == 256, "as Linux has it");
