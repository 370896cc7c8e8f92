/* unistd.h, sys/utsname.h and stdlib.h: names that the system has for itself, for terminals and for files. Any texts. */
#include "cairn_model.h"

enum { ENAMETOOLONG = 36, LONGEST_PATH = 4096, PART = 65 };

static int fail(int number) { return cairn_outside_error(number); }

/* Any letters, and a terminator; for whoever follows many executions, there may be any bytes before it. */
static void make_text(char *text, size_t length) {
    __cairn_fill(text, length, 1);
    for (size_t i = 0; i < length && !__cairn_coarse(); i++) {
        if (text[i] == 0) text[i] = 'a';
    }
    text[length] = 0;
}

/* From `least` to `most`. */
static size_t some_length(size_t least, size_t most) {
    long long length = __cairn_random((long long)least);
    return length < (long long)least || length > (long long)most ? least : (size_t)length;
}

/* The system, the host, release, version, machine and domain: host and domain may have no name. */
struct utsname {
    char parts[6][PART];
};
/* In one execution they stay what they are. */
int uname(struct utsname *names) {
    static struct utsname known;
    static int is_known;
    if (is_known && !__cairn_coarse()) return *names = known, 0;
    for (int i = 0; i < 6; i++) make_text(names->parts[i], some_length(i == 1 || i == 5 ? 0 : 1, PART - 1));
    if (!__cairn_coarse()) known = *names, is_known = 1;
    return 0;
}

/* What does not fit is cut, and has no terminator. */
int gethostname(char *name, size_t size) {
    char whole[PART];
    size_t length = some_length(0, PART - 1);
    make_text(whole, length);
    __builtin_memcpy(name, whole, length < size ? length + 1 : size);
    return length < size ? 0 : fail(ENAMETOOLONG);
}
int __gethostname_chk(char *name, size_t size, size_t room) { return (void)room, gethostname(name, size); }

int ttyname_r(int fd, char *name, size_t size) {
    (void)fd;
    if (__cairn_random(0) == 0) return fail(ENOTTY), errno;
    size_t length = some_length(1, LONGEST_PATH - 1);
    if (length >= size) return errno = ERANGE;
    make_text(name, length);
    return 0;
}
int __ttyname_r_chk(int fd, char *name, size_t size, size_t room) { return (void)room, ttyname_r(fd, name, size); }

/* The next call changes it. */
char *ttyname(int fd) {
    static char name[LONGEST_PATH];
    return ttyname_r(fd, name, sizeof name) == 0 ? name : NULL;
}

/* An array has room for the longest path. On an error, a part of the path may stand in it. */
static char *resolve(const char *path, char *to) {
    if (path == NULL) return fail(EINVAL), NULL;
    (void)cairn_strlen(path);
    size_t length = some_length(1, LONGEST_PATH - 1);
    int found = __cairn_random(0) != 0;
    if (to == NULL) {
        to = found ? CAIRN_MALLOC(length + 1) : NULL;
        if (to == NULL) return found ? NULL : (fail(ENOENT), NULL);
    } else if (!found && __cairn_random(0) == 0) {
        return fail(ENOENT), NULL;
    }
    make_text(to, length);
    to[0] = '/';
    return found ? to : (fail(ENOENT), NULL);
}
char *realpath(const char *path, char *to) { return resolve(path, to); }
char *__realpath_chk(const char *path, char *to, size_t room) { return (void)room, resolve(path, to); }
char *canonicalize_file_name(const char *path) { return resolve(path, NULL); }

/* A limit of a file, or none: then errno stays as it is. */
static long limit(void) {
    long long what = __cairn_random(0);
    return what == 0 ? -1 : what == 1 ? fail(EINVAL) : (long)__cairn_random(LONGEST_PATH);
}
long pathconf(const char *path, int name) { return (void)cairn_strlen(path), (void)name, limit(); }
long fpathconf(int fd, int name) { return (void)fd, (void)name, limit(); }
