/* unistd.h, fcntl.h and relatives: descriptors, and what a program asks of the system. */
#include "cairn_model.h"

enum { WRITE_ONLY = 1, READ_WRITE = 2, CREATE = 0100, EXCLUSIVE = 0200, TRUNCATE = 01000, APPEND = 02000 };

static int fail(int number) { return cairn_outside_error(number); }

ssize_t read(int fd, void *bytes, size_t count) {
    cairn_may_set_errno();
    ssize_t got = __cairn_read(fd, bytes, count);
    return got < 0 ? fail(EBADF) : got;
}

ssize_t __read_chk(int fd, void *bytes, size_t count, size_t room) {
    (void)room;
    return read(fd, bytes, count);
}

ssize_t write(int fd, const void *bytes, size_t count) {
    cairn_may_set_errno();
    ssize_t written = __cairn_write(fd, bytes, count);
    return written < 0 ? fail(EBADF) : written;
}

int close(int fd) { __cairn_contract("number"); cairn_may_set_errno(); return __cairn_close(fd) == 0 ? 0 : fail(EBADF); }

static int exists(const char *path) {
    cairn_may_set_errno();
    int fd = __cairn_open(path, OPEN_READ);
    if (fd >= 0) __cairn_close(fd);
    return fd >= 0;
}

static int how_to_open(int flags) {
    int update = (flags & 3) == READ_WRITE;
    if (flags & APPEND) return update ? OPEN_APPEND_UPDATE : OPEN_APPEND;
    if ((flags & 3) == 0) return OPEN_READ;
    if (flags & TRUNCATE) return update ? OPEN_TRUNCATE_UPDATE : OPEN_WRITE;
    return OPEN_UPDATE;
}

/* The primitive creates a file only when it truncates or appends; the rest is done step by step. */
static int open_file(const char *path, int flags) {
    int there = exists(path), how = how_to_open(flags);
    if (there && (flags & CREATE) && (flags & EXCLUSIVE)) return fail(EEXIST);
    if (!there && !(flags & CREATE)) return fail(ENOENT);
    if (!there && (how == OPEN_READ || how == OPEN_UPDATE)) {
        int fd = __cairn_open(path, OPEN_WRITE);
        if (fd < 0) return fail(EACCES);
        __cairn_close(fd);
    }
    int fd = __cairn_open(path, how);
    return fd < 0 ? fail(EACCES) : fd;
}

int open(const char *path, int flags, ...) { return open_file(path, flags); }
int open64(const char *path, int flags, ...) { return open_file(path, flags); }
int creat(const char *path, unsigned mode) { return (void)mode, open_file(path, WRITE_ONLY | CREATE | TRUNCATE); }

off64_t lseek64(int fd, off64_t offset, int whence) {
    __cairn_contract("number number number");
    cairn_may_set_errno();
    long long position = __cairn_seek(fd, offset, whence);
    return position < 0 ? fail(EINVAL) : position;
}

off_t lseek(int fd, off_t offset, int whence) {
    __cairn_contract("number number number");
    off64_t position = lseek64(fd, offset, whence);
    return (off_t)position == position ? (off_t)position : fail(EOVERFLOW);
}
int unlink(const char *path) { cairn_may_set_errno(); return __cairn_unlink(path) == 0 ? 0 : fail(ENOENT); }

int access(const char *path, int mode) {
    (void)mode;
    return exists(path) ? 0 : fail(ENOENT);
}

/* Whoever follows one execution sees a descriptor stay what it is; in other executions it may have been opened anew. */
static long long terminals[3];
static int is_terminal(int fd) {
    int remembered = fd >= 0 && fd < 3 && !__cairn_coarse();
    return (remembered ? cairn_random_once(&terminals[fd], 0) : __cairn_random(0)) != 0;
}
int isatty(int fd) { __cairn_contract("number"); cairn_may_set_errno(); return is_terminal(fd) ? 1 : (cairn_outside_error(ENOTTY), 0); }
static long long process, user, effective_user, group, effective_group;
int getpid(void) {
    int number = (int)cairn_random_once(&process, 1000);
    return number != 0 ? number : 1000;
}
int getppid(void) { return (int)__cairn_random(1); } /* it may end, and then another one is the parent */
unsigned getuid(void) { return (unsigned)cairn_random_once(&user, 1000); }
unsigned geteuid(void) { return (unsigned)cairn_random_once(&effective_user, 1000); }
unsigned getgid(void) { return (unsigned)cairn_random_once(&group, 1000); }
unsigned getegid(void) { return (unsigned)cairn_random_once(&effective_group, 1000); }
int getpagesize(void) { return 4096; }
int fsync(int fd) { cairn_may_set_errno(); return (void)fd, __cairn_random(0) ? fail(5) : 0; } /* EIO */
void sync(void) {}

/* What is left at most of the alarm that was set last; code that is not there, and whoever started the program, set some, too. */
long long cairn_lib_alarm = -1;
unsigned alarm(unsigned seconds) {
    long long left = 2 * __cairn_random(0) + (__cairn_random(0) & 1), most = cairn_lib_alarm;
    cairn_lib_alarm = seconds;
    return (unsigned)(most >= 0 && left > most ? most : left);
}

/* It fails, or this is the child, or this is the parent. */
int fork(void) {
    cairn_may_set_errno();
    long long which = __cairn_random(0);
    if (which == 0) return fail(ENOSYS);
    if (which != 1) return (int)which;
    process = 0;
    return 0;
}

char *getcwd(char *buffer, size_t size) {
    __cairn_unspecified();
    if (buffer == NULL) {
        if (size == 0) size = 4096;
        buffer = CAIRN_MALLOC(size);
        if (buffer == NULL) return NULL;
    }
    if (size < 2) {
        errno = ERANGE;
        return NULL;
    }
    buffer[0] = '/';
    buffer[1] = 0;
    return buffer;
}

static char some_letter(int usual) {
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    unsigned long long number = (unsigned long long)__cairn_random(usual);
    return letters[number % (sizeof letters - 1)];
}

/* A name that is free, the first of the series usually. */
int mkstemp(char *template) {
    size_t length = cairn_strlen(template);
    if (length < 6 || cairn_strcmp(template + length - 6, "XXXXXX") != 0) return fail(EINVAL);
    for (int number = 0; number < 1000; number++) {
        char *places = template + length - 6;
        for (int i = 5, rest = number; i >= 0; i--, rest /= 10) places[i] = some_letter(rest % 10);
        if (!exists(template)) return open_file(template, READ_WRITE | CREATE | EXCLUSIVE);
    }
    return fail(EEXIST);
}

/* _SC_PAGESIZE and the number of processors; nothing else is known. */
long sysconf(int name) {
    if (__cairn_coarse()) return (long)__cairn_random(0) - 1;
    __cairn_unspecified();
    if (name == 30) return 4096;
    if (name == 83 || name == 84) return 1;
    return fail(EINVAL);
}
