/* fcntl.h and unistd.h: what can be asked of descriptors, second ones for the same file, sizes. Where a program is executed there is one
 * descriptor for each file, so that another one is refused, and no file becomes smaller. */
#include "cairn_model.h"

static int fail(int number) { return cairn_outside_error(number); }
static int attempt(int number) { return __cairn_random(0) != 0 ? 0 : fail(number); }

static int is_open(int fd) {
    char nothing = 0;
    return __cairn_read(fd, &nothing, 0) >= 0 || __cairn_write(fd, &nothing, 0) >= 0;
}

/* glibc's numbers on Linux; with `_FILE_OFFSET_BITS=64`, others stand for locks on i386. */
enum {
    DUPLICATE = 0, GET_DESCRIPTOR = 1, SET_DESCRIPTOR = 2, GET_STATUS = 3, SET_STATUS = 4, GET_LOCK = 5, SET_LOCK = 6, WAIT_LOCK = 7,
    GET_LOCK64 = 12, SET_LOCK64 = 13, WAIT_LOCK64 = 14, SET_OWNER = 15, GET_OWNER = 16, GET_OPEN_LOCK = 36, SET_OPEN_LOCK = 37,
    WAIT_OPEN_LOCK = 38, DUPLICATE_CLOSED = 1030, GET_HINT = 1035, SET_HINT = 1036, GET_FILE_HINT = 1037, SET_FILE_HINT = 1038
};
/* What can be set of the status: O_APPEND, O_NONBLOCK, O_ASYNC, O_DIRECT, O_NOATIME. */
enum { SETTABLE = 02000 | 04000 | 020000 | 040000 | 01000000 };

/* What whoever follows one execution finds again; null if nothing is kept of this descriptor. */
static struct cairn_descriptor *remembered(int fd) {
    return fd >= 0 && fd < CAIRN_REMEMBERED && !__cairn_coarse() ? &cairn_lib_descriptors[fd] : NULL;
}

static int set(int fd, int command, int number) {
    if (__cairn_random(0) != 0) return fail(EPERM);
    struct cairn_descriptor *known = remembered(fd);
    if (known != NULL && command == SET_STATUS) known->status = (number & SETTABLE) + 1;
    if (known != NULL && command == SET_DESCRIPTOR) known->flags = (number & 1) + 1;
    return 0;
}

static int get(int fd, int command) {
    static const struct cairn_descriptor unknown;
    const struct cairn_descriptor *known = remembered(fd);
    int any = (int)__cairn_random(0);
    if (known == NULL) known = &unknown;
    if (command == GET_DESCRIPTOR) return known->flags != 0 ? known->flags - 1 : any & 1;
    if (known->status != 0) any = (any & ~SETTABLE) | (known->status - 1);
    return known->access != 0 ? (any & ~3) | (known->access - 1) : any;
}

/* Some descriptor, from `least` on. */
static int another(int least) {
    if (!__cairn_coarse()) return fail(EMFILE);
    int fd = (int)__cairn_random(3);
    return least < 0 || fd < least ? fail(EMFILE) : fd;
}

int dup(int fd) { return (void)fd, another(0); }

/* Exactly the second one, and what was behind it is closed. */
int dup2(int fd, int wanted) {
    if (fd == wanted) return is_open(fd) ? fd : fail(EBADF);
    return wanted >= 0 && __cairn_coarse() && __cairn_random(0) != 0 ? wanted : fail(EBADF);
}
int dup3(int fd, int wanted, int flags) {
    (void)flags;
    return fd == wanted ? fail(EINVAL) : wanted >= 0 && __cairn_coarse() && __cairn_random(0) != 0 ? wanted : fail(EBADF);
}

enum { UNLOCKED = 2, OWNER_SIZE = 8, HINT_SIZE = 8 };
enum { LOCK_SIZE = sizeof(long) == 8 ? 32 : 16, LOCK64_SIZE = sizeof(long) == 8 ? 32 : 24 };

static void look_at(const void *bytes, size_t size) {
    char copy[LOCK64_SIZE];
    __builtin_memcpy(copy, bytes, size);
}

/* That of somebody else, or none: then the rest stays as it is. */
static int tell_lock(short *lock, size_t size) {
    look_at(lock, size);
    long long what = __cairn_random(0);
    if (what == 0) return fail(EINVAL);
    if (what == 1) lock[0] = UNLOCKED;
    else {
        __cairn_fill(lock, size, 4);
        lock[0] = __cairn_random(0) != 0;
    }
    return 0;
}

static int control(int fd, int command, va_list list) {
    switch (command) {
    case DUPLICATE: case DUPLICATE_CLOSED: return another(va_arg(list, int));
    case GET_LOCK: return tell_lock(va_arg(list, void *), LOCK_SIZE);
    case GET_LOCK64: case GET_OPEN_LOCK: return tell_lock(va_arg(list, void *), LOCK64_SIZE);
    case SET_LOCK: case WAIT_LOCK: return look_at(va_arg(list, void *), LOCK_SIZE), attempt(EAGAIN);
    case SET_LOCK64: case WAIT_LOCK64: case SET_OPEN_LOCK: case WAIT_OPEN_LOCK:
        return look_at(va_arg(list, void *), LOCK64_SIZE), attempt(EAGAIN);
    case SET_OWNER: return look_at(va_arg(list, void *), OWNER_SIZE), attempt(EINVAL);
    case SET_HINT: case SET_FILE_HINT: return look_at(va_arg(list, void *), HINT_SIZE), attempt(EINVAL);
    case GET_OWNER: case GET_HINT: case GET_FILE_HINT:
        if (__cairn_random(0) == 0) return fail(EINVAL);
        __cairn_fill(va_arg(list, void *), OWNER_SIZE, 4);
        return 0;
    default: break;
    }
    /* Numbers only. */
    if (!is_open(fd)) return fail(EBADF);
    if (command == SET_DESCRIPTOR || command == SET_STATUS) return set(fd, command, va_arg(list, int));
    if (command == GET_DESCRIPTOR || command == GET_STATUS) return get(fd, command);
    long long number = __cairn_random(0);
    return __cairn_random(0) != 0 ? (int)number : fail(EINVAL);
}

int fcntl(int fd, int command, ...) {
    va_list list;
    va_start(list, command);
    int result = control(fd, command, list);
    va_end(list);
    return result;
}
int fcntl64(int fd, int command, ...) {
    va_list list;
    va_start(list, command);
    int result = control(fd, command, list);
    va_end(list);
    return result;
}

/* Zeros up to the size, behind the end. */
static int lengthen(int fd, long long size, long long wanted) {
    static const char zeros[64];
    long long position = __cairn_seek(fd, 0, 1);
    __cairn_seek(fd, 0, 2);
    while (size < wanted) {
        long long count = wanted - size < (long long)sizeof zeros ? wanted - size : (long long)sizeof zeros;
        if (__cairn_write(fd, zeros, (size_t)count) != count) break;
        size += count;
    }
    __cairn_seek(fd, position, 0);
    return size == wanted ? 0 : fail(EPERM);
}

static int set_size(int fd, long long wanted) {
    if (wanted < 0) return fail(EINVAL);
    if (__cairn_coarse()) return attempt(EBADF);
    long long position = __cairn_seek(fd, 0, 1);
    if (position < 0) return fail(EBADF);
    long long size = __cairn_seek(fd, 0, 2);
    __cairn_seek(fd, position, 0);
    return wanted < size ? fail(EPERM) : wanted > size + (1 << 20) ? fail(27) : lengthen(fd, size, wanted); /* EFBIG */
}

static int set_size_of(const char *path, long long wanted) {
    if (__cairn_coarse()) return (void)cairn_strlen(path), attempt(ENOENT);
    int fd = __cairn_open(path, OPEN_UPDATE);
    if (fd < 0) return fail(ENOENT);
    int result = set_size(fd, wanted);
    __cairn_close(fd);
    return result;
}

int ftruncate(int fd, off_t size) { return set_size(fd, size); }
int ftruncate64(int fd, off64_t size) { return set_size(fd, size); }
int truncate(const char *path, off_t size) { return set_size_of(path, size); }
int truncate64(const char *path, off64_t size) { return set_size_of(path, size); }

int fdatasync(int fd) { __cairn_contract("any"); return (void)fd, __cairn_random(0) ? fail(5) : 0; } /* EIO */
int syncfs(int fd) { __cairn_contract("any"); return (void)fd, __cairn_random(0) ? fail(5) : 0; }
/* These give the number of the error, and leave errno alone. */
int posix_fadvise(int fd, off_t from, off_t count, int advice) {
    __cairn_contract("any any any any");
    return (void)fd, (void)from, (void)count, (void)advice, (int)(__cairn_random(0) % 134);
}
int posix_fadvise64(int fd, off64_t from, off64_t count, int advice) {
    __cairn_contract("any any any any");
    return (void)fd, (void)from, (void)count, (void)advice, (int)(__cairn_random(0) % 134);
}
int flock(int fd, int operation) { __cairn_contract("any any"); return (void)fd, (void)operation, attempt(EAGAIN); }
