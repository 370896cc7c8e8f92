/* string.h: functions that copy or fill.
 *
 * A plain copy of a range touches exactly the bytes that the function touches, and reports ranges that overlap.
 */
#include "cairn_model.h"

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

void *mempcpy(void *to, const void *from, size_t count) {
    __builtin_memcpy(to, from, count);
    return (char *)to + count;
}

void *__mempcpy(void *to, const void *from, size_t count) { return mempcpy(to, from, count); }
void explicit_bzero(void *to, size_t count) { __builtin_memset(to, 0, count); }
void bzero(void *to, size_t count) { __builtin_memset(to, 0, count); }
void bcopy(const void *from, void *to, size_t count) { __builtin_memmove(to, from, count); }

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t count) {
    char *target = to;
    const char *source = from;
    size_t length = 0;
    while (length < count && (unsigned char)source[length] != (unsigned char)byte) length++;
    __builtin_memcpy(target, source, length < count ? length + 1 : count);
    return length < count ? target + length + 1 : NULL;
}

void swab(const void *from, void *to, ssize_t count) {
    char *target = to;
    if (count < 2) return;
    __builtin_memcpy(target, from, (size_t)(count - count % 2));
    for (ssize_t i = 0; i + 1 < count; i += 2) {
        char first = target[i];
        target[i] = target[i + 1];
        target[i + 1] = first;
    }
}

/* Copies the terminator too; gives its place. A copy of a string onto itself is an overlap like any other. */
static char *copy_string(char *to, const char *from) {
    if (to == from) __cairn_fail("precondition-violation", "the string is copied onto itself");
    size_t length = cairn_strlen(from);
    __builtin_memcpy(to, from, length + 1);
    return to + length;
}

char *strcpy(char *to, const char *from) {
    copy_string(to, from);
    return to;
}

char *stpcpy(char *to, const char *from) { return copy_string(to, from); }
char *__stpcpy(char *to, const char *from) { return copy_string(to, from); }

char *strcat(char *to, const char *from) {
    copy_string(to + cairn_strlen(to), from);
    return to;
}

/* How many bytes of the string are read where it is cut after so many: with its terminator, unless it is longer. */
static size_t bytes_read(size_t length, size_t limit) { return length < limit ? length + 1 : limit; }

/* Fills up with zeros; gives the place of the first of them, or the end. Where the string lies among what is filled, some libraries
 * write the zeros first. */
static char *copy_padded(char *to, const char *from, size_t count) {
    size_t length = cairn_strnlen(from, count);
    int is_inside = length < count && (uintptr_t)from - (uintptr_t)to < count;
    if (is_inside && __cairn_random(0) != 0) __builtin_memset(to + length, 0, count - length);
    __builtin_memcpy(to, from, bytes_read(length, count));
    __builtin_memset(to + length, 0, count - length);
    return to + length;
}

char *strncpy(char *to, const char *from, size_t count) {
    copy_padded(to, from, count);
    return to;
}

char *stpncpy(char *to, const char *from, size_t count) { return copy_padded(to, from, count); }

char *strncat(char *to, const char *from, size_t count) {
    char *end = to + cairn_strlen(to);
    size_t length = cairn_strnlen(from, count);
    __builtin_memcpy(end, from, bytes_read(length, count));
    end[length] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t length = cairn_strlen(from);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        __builtin_memcpy(to, from, bytes_read(length, copied + 1));
        to[copied] = 0;
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t start = cairn_strnlen(to, size);
    size_t length = cairn_strlen(from);
    if (start == size) return size + length;
    size_t copied = length < size - start ? length : size - start - 1;
    __builtin_memcpy(to + start, from, bytes_read(length, copied + 1));
    to[start + copied] = 0;
    return start + length;
}

/* What does not fit leaves the array as the library likes: glibc's leaves out the terminator. */
size_t strxfrm(char *to, const char *from, size_t size) {
    size_t length = cairn_strlen(from);
    __builtin_memcpy(to, from, bytes_read(length, size));
    if (length < size || size == 0) return length;
    if (__cairn_coarse()) __cairn_read(0, to, size);
    else __cairn_unspecified();
    return length;
}
