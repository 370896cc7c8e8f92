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

/* The position stays where it is. */
static ssize_t read_at(int fd, void *bytes, size_t count, long long from) {
    if (__cairn_coarse()) return read(fd, bytes, count);
    long long position = __cairn_seek(fd, 0, 1);
    if (position < 0 || __cairn_seek(fd, from, 0) < 0) return fail(from < 0 ? EINVAL : ESPIPE);
    ssize_t got = read(fd, bytes, count);
    __cairn_seek(fd, position, 0);
    return got;
}
ssize_t pread(int fd, void *bytes, size_t count, off_t from) { return read_at(fd, bytes, count, from); }
ssize_t pread64(int fd, void *bytes, size_t count, off64_t from) { return read_at(fd, bytes, count, from); }
ssize_t __pread_chk(int fd, void *bytes, size_t count, off_t from, size_t room) { return (void)room, read_at(fd, bytes, count, from); }
ssize_t __pread64_chk(int fd, void *bytes, size_t count, off64_t from, size_t room) { return (void)room, read_at(fd, bytes, count, from); }

static ssize_t write_at(int fd, const void *bytes, size_t count, long long from) {
    if (__cairn_coarse()) return write(fd, bytes, count);
    long long position = __cairn_seek(fd, 0, 1);
    if (position < 0 || __cairn_seek(fd, from, 0) < 0) return fail(from < 0 ? EINVAL : ESPIPE);
    ssize_t written = write(fd, bytes, count);
    __cairn_seek(fd, position, 0);
    return written;
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t from) { return write_at(fd, bytes, count, from); }
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t from) { return write_at(fd, bytes, count, from); }

struct cairn_descriptor cairn_lib_descriptors[CAIRN_REMEMBERED];
static void remember(int fd, int access) {
    if (fd < 0 || fd >= CAIRN_REMEMBERED || __cairn_coarse()) return;
    cairn_lib_descriptors[fd] = (struct cairn_descriptor){access, 0, 0};
}

int close(int fd) {
    __cairn_contract("number");
    cairn_may_set_errno();
    remember(fd, 0);
    return __cairn_close(fd) == 0 ? 0 : fail(EBADF);
}

static int exists(const char *path) {
    cairn_may_set_errno();
    if (__cairn_coarse()) return (void)cairn_strlen(path), __cairn_random(0) != 0;
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
    if (__cairn_coarse()) {
        int fd = cairn_open(path, OPEN_READ);
        return fd < 0 ? fail(EACCES) : fd;
    }
    int there = exists(path), how = how_to_open(flags);
    if (there && (flags & CREATE) && (flags & EXCLUSIVE)) return fail(EEXIST);
    if (!there && !(flags & CREATE)) return fail(ENOENT);
    if (!there && (how == OPEN_READ || how == OPEN_UPDATE)) {
        int fd = __cairn_open(path, OPEN_WRITE);
        if (fd < 0) return fail(EACCES);
        __cairn_close(fd);
    }
    int fd = __cairn_open(path, how);
    remember(fd, (flags & 3) + 1);
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
int unlink(const char *path) {
    cairn_may_set_errno();
    if (__cairn_coarse()) return (void)cairn_strlen(path), __cairn_random(0) != 0 ? 0 : fail(ENOENT);
    return __cairn_unlink(path) == 0 ? 0 : fail(ENOENT);
}

/* Whether it may be executed, written and read; usually only the latter. */
int access(const char *path, int mode) {
    if (!exists(path)) return fail(ENOENT);
    return mode == 0 || __cairn_random((mode & 1) == 0) != 0 ? 0 : fail(EACCES);
}

/* Whoever follows one execution sees a descriptor stay what it is; in other executions it may have been opened anew. */
static long long terminals[3];
static int is_terminal(int fd) {
    int remembered = fd >= 0 && fd < 3 && !__cairn_coarse();
    return (remembered ? cairn_random_once(&terminals[fd], 0) : __cairn_random(0)) != 0;
}
int isatty(int fd) { __cairn_contract("number"); cairn_may_set_errno(); return is_terminal(fd) ? 1 : (cairn_outside_error(ENOTTY), 0); }
static long long process;
/* The real one, and that which counts. */
static long long users[2], groups[2];
int getpid(void) {
    int number = (int)cairn_random_once(&process, 1000);
    return number != 0 ? number : 1000;
}
int getppid(void) { return (int)__cairn_random(1); } /* it may end, and then another one is the parent */
unsigned getuid(void) { return (unsigned)cairn_random_once(&users[0], 1000); }
unsigned geteuid(void) { return (unsigned)cairn_random_once(&users[1], 1000); }
unsigned getgid(void) { return (unsigned)cairn_random_once(&groups[0], 1000); }
unsigned getegid(void) { return (unsigned)cairn_random_once(&groups[1], 1000); }

/* Who may do everything gets another number for good; others may switch between those that they have. */
static int become(long long *known, unsigned number, int for_all) {
    int is_so = cairn_random_once(&known[0], 1000) == number;
    if (number == ~0u || __cairn_random(is_so) == 0) return fail(EPERM);
    known[1] = (long long)number + 1;
    if (for_all && __cairn_random(0) != 0) known[0] = known[1];
    return 0;
}
int setuid(unsigned number) { return become(users, number, 1); }
int setgid(unsigned number) { return become(groups, number, 1); }
int seteuid(unsigned number) { return become(users, number, 0); }
int setegid(unsigned number) { return become(groups, number, 0); }
/* -1: it stays. */
static int become_both(long long *known, unsigned real, unsigned effective) {
    if (__cairn_random(0) == 0) return fail(EPERM);
    if (real != ~0u) known[0] = (long long)real + 1;
    if (effective != ~0u) known[1] = (long long)effective + 1;
    return 0;
}
int setreuid(unsigned real, unsigned effective) { return become_both(users, real, effective); }
int setregid(unsigned real, unsigned effective) { return become_both(groups, real, effective); }
int setresuid(unsigned real, unsigned effective, unsigned saved) { return (void)saved, become_both(users, real, effective); }
int setresgid(unsigned real, unsigned effective, unsigned saved) { return (void)saved, become_both(groups, real, effective); }
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

/* As fork; the parent ends at once. */
int daemon(int stays, int keeps_streams) {
    (void)stays, (void)keeps_streams;
    long long which = __cairn_random(0);
    if (which == 0) return fail(ENOSYS);
    if (which == 1) __cairn_exit(0);
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

/* Where the six places for letters begin, or null. */
static char *places_of(char *template, size_t behind) {
    size_t length = cairn_strlen(template);
    if (length < behind + 6) return NULL;
    char *places = template + (length - behind - 6);
    for (int i = 0; i < 6; i++) {
        if (places[i] != 'X') return NULL;
    }
    return places;
}

static void set_letters(char *places, int number) {
    for (int i = 5, rest = number; i >= 0; i--, rest /= 10) places[i] = some_letter(rest % 10);
}

/* A name that is free, the first of the series usually. */
static int make_file(char *template, int behind, int flags) {
    char *places = behind < 0 ? NULL : places_of(template, (size_t)behind);
    if (places == NULL) return fail(EINVAL);
    if (__cairn_coarse()) {
        set_letters(places, 0);
        int fd = __cairn_connect();
        return fd < 0 ? fail(EACCES) : fd;
    }
    for (int number = 0; number < 1000; number++) {
        set_letters(places, number);
        if (!exists(template)) return open_file(template, READ_WRITE | CREATE | EXCLUSIVE | (flags & APPEND));
    }
    return fail(EEXIST);
}
int mkstemp(char *template) { return make_file(template, 0, 0); }
int mkstemp64(char *template) { return make_file(template, 0, 0); }
int mkostemp(char *template, int flags) { return make_file(template, 0, flags); }
int mkostemp64(char *template, int flags) { return make_file(template, 0, flags); }
int mkstemps(char *template, int behind) { return make_file(template, behind, 0); }
int mkostemps(char *template, int behind, int flags) { return make_file(template, behind, flags); }
char *mkdtemp(char *template) {
    char *places = places_of(template, 0);
    if (places == NULL) return fail(EINVAL), NULL;
    set_letters(places, 0);
    return __cairn_random(0) != 0 ? template : (fail(EACCES), NULL);
}

/* _SC_PAGESIZE and the number of processors; nothing else is known. */
long sysconf(int name) {
    if (__cairn_coarse()) return (long)__cairn_random(0) - 1;
    __cairn_unspecified();
    if (name == 30) return 4096;
    if (name == 83 || name == 84) return 1;
    return fail(EINVAL);
}
