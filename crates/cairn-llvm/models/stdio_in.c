/* stdio.h: input of characters, lines and blocks. Not here: scanf (stdio_scan.c). */
#include "cairn_model.h"

int fgetc(FILE *file) { return cairn_lib_file_get(file); }
int getc(FILE *file) { return cairn_lib_file_get(file); }
int _IO_getc(FILE *file) { return cairn_lib_file_get(file); }
int getc_unlocked(FILE *file) { return cairn_lib_file_get(file); }
int fgetc_unlocked(FILE *file) { return cairn_lib_file_get(file); }
int __uflow(FILE *file) { return cairn_lib_file_get(file); }
int getchar(void) { return cairn_lib_file_get(stdin); }
int getchar_unlocked(void) { return cairn_lib_file_get(stdin); }
/* One character is promised, more may need memory. */
int ungetc(int c, FILE *file) {
    if (c != EOF && file->pushed_count > 0 && __cairn_random(0) != 0) return EOF;
    return cairn_lib_file_unget(file, c);
}

int getw(FILE *file) {
    int word;
    unsigned char *bytes = (unsigned char *)&word;
    for (size_t i = 0; i < sizeof word; i++) {
        int c = cairn_lib_file_get(file);
        if (c == EOF) return EOF;
        bytes[i] = (unsigned char)c;
    }
    return word;
}

/* For those who do not ask which bytes come: any number of those that are wanted, at once. Fewer mean the end of the input, or
 * an error. What was pushed back may be gone. All that is known of the stream is read before anything is written. */
static size_t read_any(FILE *file, char *bytes, size_t wanted) {
    int flags = file->flags, pushed = file->pushed_count;
    cairn_may_set_errno();
    ssize_t got = __cairn_read(file->fd, bytes, wanted);
    if (pushed > 0) {
        long long left = __cairn_random(0);
        file->pushed_count = left < 0 || left > pushed ? 0 : (int)left;
    }
    if (got >= (ssize_t)wanted) return wanted;
    int has_ended = __cairn_random(0) == 0;
    file->flags = flags | (has_ended ? FILE_END : FILE_ERROR);
    if (!has_ended) cairn_outside_error(EBADF);
    return got < 0 ? 0 : (size_t)got;
}

static int any_bytes_will_do(const FILE *file) { return __cairn_coarse() && !cairn_lib_is_in_memory(file); }

char *fgets(char *line, int size, FILE *file) {
    int count = 0;
    if (size <= 0) return NULL;
    if (size > 1 && any_bytes_will_do(file)) {
        size_t got = read_any(file, line, (size_t)size - 1);
        if (got == 0) return NULL;
        line[got] = 0;
        return line;
    }
    while (count < size - 1) {
        int c = cairn_lib_file_get(file);
        if (c == EOF) break;
        line[count++] = (char)c;
        if (c == '\n') break;
    }
    if (count == 0 && size > 1) return NULL;
    line[count] = 0;
    return line;
}

char *fgets_unlocked(char *line, int size, FILE *file) { return fgets(line, size, file); }

char *__fgets_chk(char *line, size_t room, int size, FILE *file) {
    (void)room;
    return fgets(line, size, file);
}

char *gets(char *line) {
    size_t count = 0;
    int c;
    while ((c = cairn_lib_file_get(stdin)) != EOF && c != '\n') line[count++] = (char)c;
    if (c == EOF && count == 0) return NULL;
    line[count] = 0;
    return line;
}

size_t fread(void *items, size_t size, size_t count, FILE *file) {
    char *bytes = items;
    size_t wanted = size * count, got = 0;
    if (wanted == 0) return 0;
    if (any_bytes_will_do(file)) return read_any(file, bytes, wanted) / size;
    cairn_may_set_errno();
    while (got < wanted && (file->pushed_count > 0 || cairn_lib_is_in_memory(file))) {
        int c = cairn_lib_file_get(file);
        if (c == EOF) return got / size;
        bytes[got++] = (char)c;
    }
    while (got < wanted) {
        ssize_t more = __cairn_read(file->fd, bytes + got, wanted - got);
        if (more <= 0) {
            file->flags |= more == 0 ? FILE_END : FILE_ERROR;
            if (more < 0) cairn_outside_error(EBADF);
            break;
        }
        got += (size_t)more;
    }
    return got / size;
}

size_t fread_unlocked(void *items, size_t size, size_t count, FILE *file) { return fread(items, size, count, file); }

size_t __fread_chk(void *items, size_t room, size_t size, size_t count, FILE *file) {
    (void)room;
    return fread(items, size, count, file);
}

/* Makes room for one more byte and the terminator. How large the room is then, POSIX does not say; glibc begins with 120 bytes, and doubles. */
static int grow_line(char **line, size_t *room, size_t count) {
    if (*line != NULL && count + 2 <= *room) return 1;
    size_t least = *line == NULL ? 120 : *room * 2;
    size_t larger = (least < count + 2 ? count + 2 : least) + (unsigned char)__cairn_random(0);
    char *moved = CAIRN_MALLOC(larger);
    if (moved == NULL) return 0;
    if (*line != NULL) {
        __builtin_memcpy(moved, *line, count);
        __cairn_heap_free(*line);
    }
    *line = moved;
    *room = larger;
    return 1;
}

/* A line of any length, in the old block or in a new one that is large enough. */
static ssize_t get_any(char **line, size_t *room, FILE *file) {
    size_t count = 1 + (size_t)(unsigned)__cairn_random(0);
    if (*line == NULL || *room <= count) {
        size_t larger = count + 2 + (size_t)(unsigned)__cairn_random(0);
        char *moved = CAIRN_MALLOC(larger);
        if (*line != NULL) __cairn_read(file->fd, *line, *room); /* what was read before there was no room */
        if (moved == NULL) return -1;
        if (*line != NULL) __cairn_heap_free(*line);
        *line = moved;
        *room = larger;
    }
    size_t got = read_any(file, *line, count);
    if (got == 0) return -1;
    (*line)[got] = 0;
    return (ssize_t)got;
}

ssize_t getdelim(char **line, size_t *room, int delimiter, FILE *file) {
    size_t count = 0;
    if (line == NULL || room == NULL) {
        errno = EINVAL;
        return -1;
    }
    if (*line == NULL) *room = 0;
    if (*room == 0 && *line != NULL && __cairn_random(1) != 0) *line = NULL; /* glibc takes it for no block at all */
    if (any_bytes_will_do(file)) return get_any(line, room, file);
    for (;;) {
        int c = cairn_lib_file_get(file);
        if ((c != EOF || *line == NULL) && !grow_line(line, room, count)) return -1;
        if (c == EOF) break;
        (*line)[count++] = (char)c;
        if (c == delimiter) break;
    }
    if (count == 0) return -1;
    (*line)[count] = 0;
    return (ssize_t)count;
}

ssize_t __getdelim(char **line, size_t *room, int delimiter, FILE *file) { return getdelim(line, room, delimiter, file); }
ssize_t getline(char **line, size_t *room, FILE *file) { return getdelim(line, room, '\n', file); }
