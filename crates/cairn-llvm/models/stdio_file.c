/* stdio.h: opening, closing and positioning streams; streams in memory. */
#include "cairn_model.h"

/* The primitive's way of opening for fopen's mode, or -1. */
static int how_to_open(const char *mode) {
    int update = 0;
    for (const char *at = mode; *at != 0; at++) update |= *at == '+';
    switch (mode[0]) {
    case 'r': return update ? OPEN_UPDATE : OPEN_READ;
    case 'w': return update ? OPEN_TRUNCATE_UPDATE : OPEN_WRITE;
    case 'a': return update ? OPEN_APPEND_UPDATE : OPEN_APPEND;
    default: errno = EINVAL; return -1;
    }
}

/* Must the file be a new one? Behind a comma, there are names of codes. */
static int must_be_new(const char *mode) {
    if (mode[0] == 'r') return 0;
    while (*mode != 0 && *mode != ',' && *mode != 'x') mode++;
    return *mode == 'x';
}

static int is_there(const char *path) {
    int fd = __cairn_open(path, OPEN_READ);
    if (fd >= 0) __cairn_close(fd);
    return fd >= 0;
}

static int open_for(const char *path, const char *mode) {
    int how = how_to_open(mode);
    if (how < 0) return -1;
    cairn_may_set_errno();
    if (!__cairn_coarse() && must_be_new(mode) && is_there(path)) return cairn_outside_error(EEXIST);
    int fd = cairn_open(path, how);
    return fd < 0 ? cairn_outside_error(how == OPEN_READ || how == OPEN_UPDATE ? ENOENT : EACCES) : fd;
}

FILE *fopen(const char *path, const char *mode) {
    int fd = open_for(path, mode);
    if (fd < 0) return NULL;
    FILE *file = cairn_lib_file_new(fd);
    if (file == NULL) __cairn_close(fd);
    return file;
}

FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

FILE *fdopen(int fd, const char *mode) {
    if (fd < 0 || how_to_open(mode) < 0) {
        errno = fd < 0 ? EBADF : EINVAL;
        return NULL;
    }
    char nothing = 0;
    cairn_may_set_errno();
    if ((__cairn_read(fd, &nothing, 0) < 0 && __cairn_write(fd, &nothing, 0) < 0) || __cairn_alloc_fails()) {
        cairn_outside_error(EBADF);
        return NULL;
    }
    return cairn_lib_file_new(fd);
}

/* The three streams that are always there, and one that could not be opened anew, are not gone when they are closed. */
static void check_open(const FILE *file) {
    if (!file->used) __cairn_fail("precondition-violation", "the stream is closed");
}

int fclose(FILE *file) {
    check_open(file);
    cairn_may_set_errno();
    int fd = file->fd, in_memory = cairn_lib_is_in_memory(file);
    if (in_memory) cairn_lib_finish_memory(file);
    if (in_memory && file->result_text == NULL && !file->memory_is_read_only && file->memory_capacity > file->memory_size) file->memory[file->memory_size] = 0;
    cairn_lib_file_end(file);
    return in_memory || __cairn_close(fd) == 0 ? 0 : EOF;
}

FILE *freopen(const char *path, const char *mode, FILE *file) {
    cairn_may_set_errno();
    if (!cairn_lib_is_in_memory(file) && path != NULL) __cairn_close(file->fd);
    int fd = path != NULL ? open_for(path, mode) : file->fd;
    if (fd < 0) {
        file->used = 0;
        return NULL;
    }
    int slot = file->slot;
    __builtin_memset(file, 0, sizeof *file);
    file->used = 1;
    file->slot = slot;
    file->fd = fd;
    return file;
}

FILE *freopen64(const char *path, const char *mode, FILE *file) { return freopen(path, mode, file); }

FILE *tmpfile(void) {
    static char path[] = "/tmp/cairn-tmpfile-00";
    size_t last = sizeof path - 2;
    if (path[last]++ == '9') path[last] = '0', path[last - 1]++;
    return fopen(path, "w+");
}

FILE *tmpfile64(void) { return tmpfile(); }

static int seek_memory(FILE *file, long long offset, int whence) {
    long long base = whence == 0 ? 0 : whence == 1 ? (long long)file->memory_position : (long long)file->memory_size;
    if (whence == 2 && file->result_text != NULL && file->memory_position != file->memory_size) __cairn_unspecified(); /* where the end is */
    if (base + offset < 0 || base + offset > (long long)file->memory_size) {
        if (file->result_text != NULL) __cairn_unspecified(); /* others fill the gap with zeros */
        errno = EINVAL;
        return -1;
    }
    file->memory_position = (size_t)(base + offset);
    return 0;
}

int fseeko64(FILE *file, off64_t offset, int whence) {
    check_open(file);
    cairn_may_set_errno();
    if (whence == 1) offset -= file->pushed_count;
    if (cairn_lib_is_in_memory(file) ? seek_memory(file, offset, whence) < 0 : __cairn_seek(file->fd, offset, whence) < 0) {
        if (!cairn_lib_is_in_memory(file)) cairn_outside_error(whence < 0 || whence > 2 || offset < 0 ? EINVAL : ESPIPE);
        return -1;
    }
    file->pushed_count = 0;
    file->flags &= ~FILE_END;
    return 0;
}

int fseek(FILE *file, long offset, int whence) { return fseeko64(file, offset, whence); }
int fseeko(FILE *file, off_t offset, int whence) { return fseeko64(file, offset, whence); }

off64_t ftello64(FILE *file) {
    check_open(file);
    if (cairn_lib_is_in_memory(file)) return (off64_t)file->memory_position - file->pushed_count;
    cairn_may_set_errno();
    long long position = __cairn_seek(file->fd, 0, 1);
    return position < 0 ? cairn_outside_error(ESPIPE) : position - file->pushed_count;
}

long ftell(FILE *file) { return (long)ftello64(file); }
off_t ftello(FILE *file) { return (off_t)ftello64(file); }

void rewind(FILE *file) {
    fseeko64(file, 0, 0);
    file->flags &= ~FILE_ERROR;
}

/* glibc's fpos_t begins with the offset. It stays as it is where there is none. */
int fgetpos(FILE *file, off_t *position) {
    off_t offset = ftello(file);
    if (offset < 0) return -1;
    *position = offset;
    return 0;
}
int fsetpos(FILE *file, const off_t *position) { return fseeko64(file, *position, 0); }
int fgetpos64(FILE *file, off64_t *position) {
    off64_t offset = ftello64(file);
    if (offset < 0) return -1;
    *position = offset;
    return 0;
}
int fsetpos64(FILE *file, const off64_t *position) { return fseeko64(file, *position, 0); }

FILE *open_memstream(char **text, size_t *size) {
    if (__cairn_alloc_fails()) {
        errno = ENOMEM;
        return NULL;
    }
    FILE *file = cairn_lib_file_new(-1);
    if (file == NULL) return NULL;
    cairn_lib_allow_memory_files();
    file->memory_capacity = 64;
    file->memory = __cairn_heap_alloc(64, 16, 1);
    file->result_text = text;
    file->result_size = size;
    return file;
}

/* Only with a buffer of the program's. */
FILE *fmemopen(void *buffer, size_t size, const char *mode) {
    if (buffer == NULL || size == 0) {
        __cairn_unspecified(); /* others have a buffer of their own, or an empty stream */
        errno = EINVAL;
        return NULL;
    }
    if (how_to_open(mode) < 0) return NULL;
    if (__cairn_alloc_fails()) {
        errno = ENOMEM;
        return NULL;
    }
    int is_read_only = how_to_open(mode) == OPEN_READ;
    if (!is_read_only) __cairn_unspecified(); /* when what is written appears in the buffer */
    FILE *file = cairn_lib_file_new(-1);
    if (file == NULL) return NULL;
    cairn_lib_allow_memory_files();
    file->memory_is_read_only = is_read_only;
    file->memory = buffer;
    file->memory_capacity = size;
    if (mode[0] == 'w') file->memory[0] = 0;
    else file->memory_size = is_read_only ? size : cairn_strnlen(buffer, size);
    if (mode[0] == 'a') file->memory_position = file->memory_size;
    return file;
}
