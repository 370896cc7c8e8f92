/* dirent.h: folders. Whether there is one is up to the execution, and so is what it holds; without anything outside, there is none.
 *
 * A folder is a block of its own, as in glibc, with the entry in it: the next one takes its place, and with the folder it is gone. */
#include "cairn_model.h"

enum { ENOTDIR = 20, LONGEST_NAME = 255 };

/* glibc's. An entry is as long as its name needs, in steps of the alignment. */
struct dirent {
    unsigned long d_ino;
    long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[LONGEST_NAME + 1];
};
struct dirent64 {
    unsigned long long d_ino;
    long long d_off;
    unsigned short d_reclen;
    unsigned char d_type;
    char d_name[LONGEST_NAME + 1];
};

/* The entry ends where the block does. */
struct folder {
    int fd;
    char entry[sizeof(struct dirent64) + sizeof(long long)] __attribute__((aligned(8)));
};

static struct folder *refuse(int number) {
    cairn_outside_error(number);
    return NULL;
}

/* Behind a descriptor, or behind one of its own if that is less than 0. */
static struct folder *new_folder(int fd) {
    struct folder *folder = CAIRN_MALLOC(sizeof *folder);
    if (folder == NULL) return NULL;
    if (fd < 0) fd = __cairn_connect();
    folder->fd = fd >= 0 ? fd : (int)__cairn_random(1000);
    return folder;
}

struct folder *opendir(const char *path) {
    (void)cairn_strlen(path);
    return __cairn_random(0) == 0 ? refuse(ENOENT) : new_folder(-1);
}

struct folder *fdopendir(int fd) { return fd < 0 || __cairn_random(0) == 0 ? refuse(fd < 0 ? EBADF : ENOTDIR) : new_folder(fd); }

int closedir(struct folder *folder) {
    int fd = folder->fd;
    __cairn_heap_free(folder);
    __cairn_close(fd);
    return __cairn_random(0) == 0 ? 0 : cairn_outside_error(EBADF);
}

int dirfd(struct folder *folder) { return folder->fd; }
long telldir(struct folder *folder) { return (void)dirfd(folder), (long)__cairn_random(0); }
void seekdir(struct folder *folder, long position) { (void)dirfd(folder), (void)position; }
void rewinddir(struct folder *folder) { (void)dirfd(folder); }

/* Any letters, and a terminator; whoever follows many executions is told that there may be any bytes before it. */
static void make_name(char *name, size_t length) {
    for (size_t i = 0; i < length && !__cairn_coarse(); i++) {
        if (name[i] == 0 || name[i] == '/') name[i] = 'a';
    }
    name[length] = 0;
}

/* Null at the end, where errno stays as it is, and on an error. */
#define READ(suffix, align) \
    struct dirent##suffix *readdir##suffix(struct folder *folder) { \
        enum { NAME = __builtin_offsetof(struct dirent##suffix, d_name) }; \
        (void)dirfd(folder); \
        long long what = __cairn_random(0); \
        if (what <= 1) return what == 1 ? (cairn_outside_error(EBADF), NULL) : NULL; \
        long long length = __cairn_random(1); \
        if (length < 1 || length > LONGEST_NAME) length = 1; \
        size_t size = (NAME + (size_t)length + 1 + align - 1) / align * align; \
        struct dirent##suffix *entry = (struct dirent##suffix *)((char *)(folder + 1) - size); \
        __cairn_fill(folder->entry, sizeof folder->entry, 1); \
        entry->d_reclen = (unsigned short)size; \
        if (!__cairn_coarse() && entry->d_ino == 0) entry->d_ino = 1; \
        make_name(entry->d_name, (size_t)length); \
        return entry; \
    }
READ(, sizeof(long))
READ(64, 8)
