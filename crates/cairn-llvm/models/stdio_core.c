/* Streams: the table of them, the three standard ones, and reading and writing bytes. */
#include "cairn_model.h"

enum { MAX_FILES = 64 };
/* Orientations of a stream. */
enum { BYTES = -1, WIDE = 1, IN_WIDE_CALL = 2 };

/* Behind the third there is room to spare, so that each may be as large as any stream. */
static FILE standard[8] = {{.used = 1, .slot = -1, .fd = 0}, {.used = 1, .slot = -1, .fd = 1}, {.used = 1, .slot = -1, .fd = 2}};
/* Whoever decides calls by their contracts counts on it. */
_Static_assert(sizeof(FILE) <= 184, "a stream is not larger");
FILE *stdin = &standard[0];
FILE *stdout = &standard[1];
FILE *stderr = &standard[2];
/* Other streams are blocks of the heap, as in other libraries, so that one that was closed is gone for good. The library holds
 * those that are open: whoever forgets one loses no memory. */
static FILE *opened[MAX_FILES];

FILE *cairn_lib_file_new(int fd) {
    for (int i = 0; i < MAX_FILES; i++) {
        if (opened[i] != NULL) continue;
        FILE *file = __cairn_heap_alloc(sizeof *file, 16, 1);
        file->used = 1;
        file->slot = i;
        file->fd = fd;
        opened[i] = file;
        return file;
    }
    __cairn_unspecified(); /* others have more */
    errno = EMFILE;
    return NULL;
}

void cairn_lib_file_end(FILE *file) {
    file->used = 0;
    if (file->slot < 0) return;
    opened[file->slot] = NULL;
    __cairn_heap_free(file);
}

/* Set when the program first opens a stream in memory: one that never does has none. */
static int has_memory_files;

void cairn_lib_allow_memory_files(void) { has_memory_files = 1; }

int cairn_lib_is_in_memory(const FILE *file) { return has_memory_files && file->memory != NULL; }

/* Behind the position, if that was moved back, there is nothing. */
static size_t told_size(const FILE *file) {
    return file->memory_position < file->memory_size ? file->memory_position : file->memory_size;
}

/* The text so far, with a terminator, and its size: the program sees them after a flush, and no sooner. */
void cairn_lib_publish_memory(FILE *file) {
    if (file->result_text != NULL) *file->result_text = file->memory;
    if (file->result_size != NULL) *file->result_size = told_size(file);
}

/* At the end, the block is as large as the text. */
void cairn_lib_finish_memory(FILE *file) {
    if (file->result_text == NULL) return;
    size_t size = told_size(file);
    char *exact = __cairn_heap_alloc(size + 1, 16, 0);
    __builtin_memcpy(exact, file->memory, size);
    exact[size] = 0;
    __cairn_heap_free(file->memory);
    file->memory = exact;
    cairn_lib_publish_memory(file);
}

void cairn_lib_publish_all(void) {
    for (int i = 0; has_memory_files && i < MAX_FILES; i++) {
        if (opened[i] != NULL && opened[i]->memory != NULL) cairn_lib_publish_memory(opened[i]);
    }
}

static int grow_memory(FILE *file, size_t needed) {
    if (needed <= file->memory_capacity) return 1;
    if (file->result_text == NULL) return 0; /* fmemopen: the size is fixed */
    size_t capacity = file->memory_capacity * 2 > needed ? file->memory_capacity * 2 : needed;
    if (__cairn_alloc_fails()) return 0;
    char *larger = __cairn_heap_alloc(capacity, 16, 1);
    __builtin_memcpy(larger, file->memory, file->memory_size);
    __cairn_heap_free(file->memory);
    file->memory = larger;
    file->memory_capacity = capacity;
    return 1;
}

static size_t write_memory(FILE *file, const char *bytes, size_t count) {
    size_t end = file->memory_position + count;
    if (file->memory_is_read_only) errno = EBADF;
    if (file->memory_is_read_only || !grow_memory(file, end + (file->result_text != NULL))) {
        file->flags |= FILE_ERROR;
        return 0;
    }
    __builtin_memcpy(file->memory + file->memory_position, bytes, count);
    file->memory_position = end;
    if (end > file->memory_size) {
        file->memory_size = end;
        if (end < file->memory_capacity) file->memory[end] = 0;
    }
    return count;
}

/* Bytes behind wide characters come out as the library likes. */
static void note_bytes(FILE *file) {
    if (__cairn_coarse()) return;
    if (file->orientation == WIDE) __cairn_unspecified();
    if (file->orientation == 0) file->orientation = BYTES;
}

int cairn_lib_file_begin_wide(FILE *file) {
    if (__cairn_coarse()) return __cairn_random(0) != 0;
    if (file->orientation == BYTES) return 0;
    file->orientation = IN_WIDE_CALL;
    return 1;
}

void cairn_lib_file_end_wide(FILE *file) {
    if (!__cairn_coarse()) file->orientation = WIDE;
}

size_t cairn_lib_file_write(FILE *file, const void *bytes, size_t count) {
    int fd = file->fd; /* the stream is looked at, even if there is nothing to write */
    note_bytes(file);
    if (cairn_lib_is_in_memory(file)) return write_memory(file, bytes, count);
    if (count == 0) return 0;
    cairn_may_set_errno();
    ssize_t written = __cairn_write(fd, bytes, count);
    if (written < 0) {
        file->flags |= FILE_ERROR;
        cairn_outside_error(EBADF);
        return 0;
    }
    return (size_t)written;
}

int cairn_lib_file_get(FILE *file) {
    note_bytes(file);
    if (file->pushed_count > 0) return file->pushed[--file->pushed_count];
    if (cairn_lib_is_in_memory(file)) {
        if (file->memory_position < file->memory_size) return (unsigned char)file->memory[file->memory_position++];
        file->flags |= FILE_END;
        return EOF;
    }
    unsigned char c;
    cairn_may_set_errno();
    ssize_t count = __cairn_read(file->fd, &c, 1);
    if (count == 1) return c;
    file->flags |= count == 0 ? FILE_END : FILE_ERROR;
    if (count < 0) cairn_outside_error(EBADF);
    return EOF;
}

int cairn_lib_file_unget(FILE *file, int c) {
    if (c == EOF || file->pushed_count == (int)sizeof file->pushed) return EOF;
    file->pushed[file->pushed_count++] = (unsigned char)c;
    file->flags &= ~FILE_END;
    return (unsigned char)c;
}
