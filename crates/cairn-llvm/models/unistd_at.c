/* unistd.h, fcntl.h and sys/stat.h: files that are named from a folder. Nothing is known of those that are in one. */
#include "cairn_model.h"

enum { CURRENT_FOLDER = -100, REMOVE_FOLDER = 0x200 };
struct timespec { time_t tv_sec; long tv_nsec; };

int open(const char *path, int flags, ...);
int unlink(const char *path);
int rmdir(const char *path);
int rename(const char *from, const char *to);
int access(const char *path, int mode);

static int fail(int number) { return cairn_outside_error(number); }
static int attempt(int number) { return __cairn_random(0) != 0 ? 0 : fail(number); }
static int is_from_here(int folder, const char *path) { return folder == CURRENT_FOLDER || path[0] == '/'; }

static int open_from(int folder, const char *path, int flags) {
    if (is_from_here(folder, path)) return open(path, flags);
    (void)cairn_strlen(path);
    int fd = __cairn_connect();
    return fd < 0 ? fail(EBADF) : fd;
}
int openat(int folder, const char *path, int flags, ...) { return open_from(folder, path, flags); }
int openat64(int folder, const char *path, int flags, ...) { return open_from(folder, path, flags); }
int __openat_2(int folder, const char *path, int flags) { return open_from(folder, path, flags); }
int __openat64_2(int folder, const char *path, int flags) { return open_from(folder, path, flags); }
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open(path, flags); }

/* What may be done elsewhere. */
static int elsewhere(const char *path) { return (void)cairn_strlen(path), attempt(ENOENT); }
static int elsewhere_two(const char *from, const char *to) { return (void)cairn_strlen(from), elsewhere(to); }

/* What may be done to a file that is there. */
static int to_file(int folder, const char *path) { return is_from_here(folder, path) ? access(path, 0) : elsewhere(path); }

int unlinkat(int folder, const char *path, int flags) {
    if (!is_from_here(folder, path)) return elsewhere(path);
    return flags & REMOVE_FOLDER ? rmdir(path) : unlink(path);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    if (is_from_here(from_folder, from) && is_from_here(to_folder, to)) return rename(from, to);
    return elsewhere_two(from, to);
}
/* Flags ask for something else, or for a failure where there is such a file. */
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    return flags != 0 ? elsewhere_two(from, to) : renameat(from_folder, from, to_folder, to);
}

int faccessat(int folder, const char *path, int mode, int flags) {
    (void)flags;
    return is_from_here(folder, path) ? access(path, mode) : elsewhere(path);
}
int euidaccess(const char *path, int mode) { return access(path, mode); }
int eaccess(const char *path, int mode) { return access(path, mode); }

int mkdirat(int folder, const char *path, unsigned mode) { return (void)folder, (void)mode, elsewhere(path); }
int mkfifoat(int folder, const char *path, unsigned mode) { return (void)folder, (void)mode, elsewhere(path); }
int mknod(const char *path, unsigned mode, unsigned long long device) { return (void)mode, (void)device, elsewhere(path); }
int mknodat(int folder, const char *path, unsigned mode, unsigned long long device) {
    return (void)folder, (void)mode, (void)device, elsewhere(path);
}
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    return (void)from_folder, (void)to_folder, (void)flags, elsewhere_two(from, to);
}
int symlinkat(const char *from, int to_folder, const char *to) { return (void)to_folder, elsewhere_two(from, to); }
int fchownat(int folder, const char *path, unsigned user, unsigned group, int flags) {
    return (void)user, (void)group, (void)flags, to_file(folder, path);
}
int fchmodat(int folder, const char *path, unsigned mode, int flags) { return (void)mode, (void)flags, to_file(folder, path); }
int lchmod(const char *path, unsigned mode) { return (void)mode, to_file(CURRENT_FOLDER, path); }
int chroot(const char *path) { return elsewhere(path); }
int fchdir(int folder) { __cairn_contract("any"); return (void)folder, attempt(EBADF); }

/* The times are read, whatever they are: two of them, or none. */
static void look_at_times(const void *times, size_t size) {
    char copy[2 * sizeof(struct timespec)];
    if (times != NULL) __builtin_memcpy(copy, times, size);
}
enum { TIMES = 2 * sizeof(struct timespec) };
int utimensat(int folder, const char *path, const void *times, int flags) {
    (void)flags;
    look_at_times(times, TIMES);
    return path == NULL ? fail(EINVAL) : to_file(folder, path);
}
int futimens(int fd, const void *times) { return (void)fd, look_at_times(times, TIMES), attempt(EBADF); }
int utimes(const char *path, const void *times) { return look_at_times(times, TIMES), to_file(CURRENT_FOLDER, path); }
int lutimes(const char *path, const void *times) { return look_at_times(times, TIMES), to_file(CURRENT_FOLDER, path); }
int futimes(int fd, const void *times) { return (void)fd, look_at_times(times, TIMES), attempt(EBADF); }
int futimesat(int folder, const char *path, const void *times) {
    look_at_times(times, TIMES);
    return path == NULL ? attempt(EBADF) : to_file(folder, path);
}
int utime(const char *path, const void *times) { return look_at_times(times, 2 * sizeof(time_t)), to_file(CURRENT_FOLDER, path); }
