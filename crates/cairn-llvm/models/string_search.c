/* string.h and strings.h: searching and splitting. */
#include "cairn_model.h"

void *memchr(const void *bytes, int byte, size_t count) {
    const unsigned char *p = bytes;
    for (size_t i = 0; i < count; i++) {
        if (p[i] == (unsigned char)byte) return (void *)(p + i);
    }
    return NULL;
}

void *memrchr(const void *bytes, int byte, size_t count) {
    const unsigned char *p = bytes;
    while (count-- > 0) {
        if (p[count] == (unsigned char)byte) return (void *)(p + count);
    }
    return NULL;
}

void *rawmemchr(const void *bytes, int byte) {
    const unsigned char *p = bytes;
    while (*p != (unsigned char)byte) p++;
    return (void *)p;
}

/* The first place of the character, or of the terminator. */
static char *find_or_end(const char *text, int c) {
    while (*text != (char)c && *text != 0) text++;
    return (char *)text;
}

char *strchrnul(const char *text, int c) { return find_or_end(text, c); }

char *strchr(const char *text, int c) {
    char *place = find_or_end(text, c);
    return *place == (char)c ? place : NULL;
}

char *index(const char *text, int c) { return strchr(text, c); }

char *strrchr(const char *text, int c) {
    const char *last = NULL;
    for (;; text++) {
        if (*text == (char)c) last = text;
        if (*text == 0) return (char *)last;
    }
}

char *rindex(const char *text, int c) { return strrchr(text, c); }

static int is_in(char c, const char *set) {
    for (; *set != 0; set++) {
        if (*set == c) return 1;
    }
    return 0;
}

/* The set is read to its end, whatever the text is. */
size_t strspn(const char *text, const char *set) {
    size_t length = 0;
    (void)cairn_strlen(set);
    while (text[length] != 0 && is_in(text[length], set)) length++;
    return length;
}

size_t strcspn(const char *text, const char *set) {
    size_t length = 0;
    (void)cairn_strlen(set);
    while (text[length] != 0 && !is_in(text[length], set)) length++;
    return length;
}

char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text != 0 ? (char *)text : NULL;
}

/* What is looked for is read to its end first. */
char *strstr(const char *text, const char *part) {
    (void)cairn_strlen(part);
    for (;; text++) {
        size_t i = 0;
        while (part[i] != 0 && text[i] == part[i]) i++;
        if (part[i] == 0) return (char *)text;
        if (text[i] == 0) return NULL;
    }
}

char *strcasestr(const char *text, const char *part) {
    (void)cairn_strlen(part);
    for (;; text++) {
        size_t i = 0;
        while (part[i] != 0 && cairn_to_lower(text[i]) == cairn_to_lower(part[i])) i++;
        if (part[i] == 0) return (char *)text;
        if (text[i] == 0) return NULL;
    }
}

char *strnstr(const char *text, const char *part, size_t limit) {
    size_t length = cairn_strlen(part);
    for (size_t at = 0; at + length <= limit; at++) {
        size_t i = 0;
        while (i < length && text[at + i] == part[i]) i++;
        if (i == length) return (char *)text + at;
        if (text[at + i] == 0) return NULL;
    }
    return NULL;
}

void *memmem(const void *bytes, size_t count, const void *part, size_t part_count) {
    const char *p = bytes, *q = part;
    for (size_t at = 0; part_count <= count && at <= count - part_count; at++) {
        size_t i = 0;
        while (i < part_count && p[at + i] == q[i]) i++;
        if (i == part_count) return (void *)(p + at);
    }
    return NULL;
}

char *strtok_r(char *text, const char *separators, char **rest) {
    if (text == NULL) text = *rest;
    text += strspn(text, separators);
    if (*text == 0) {
        *rest = text;
        return NULL;
    }
    char *end = text + strcspn(text, separators);
    *rest = end;
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    }
    return text;
}

char *__strtok_r(char *text, const char *separators, char **rest) { return strtok_r(text, separators, rest); }

char *strtok(char *text, const char *separators) {
    static char *rest;
    if (text == NULL && rest == NULL) __cairn_fail("precondition-violation", "strtok(NULL, ...) before strtok of a string");
    return strtok_r(text, separators, &rest);
}

char *strsep(char **text, const char *separators) {
    char *start = *text;
    if (start == NULL) return NULL;
    char *end = start + strcspn(start, separators);
    *text = NULL;
    if (*end != 0) {
        *end = 0;
        *text = end + 1;
    }
    return start;
}

int ffs(int bits) { return __builtin_ffs(bits); }
int ffsl(long bits) { return __builtin_ffsl(bits); }
int ffsll(long long bits) { return __builtin_ffsll(bits); }

/* The last part of a path; as GNU's basename of string.h, which changes nothing. */
char *basename(const char *path) {
    char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : (char *)path;
}

/* The path without its last part; cuts the text itself, even behind a slash that is the first character, as glibc does. Two slashes
 * at the start stay, unlike more of them. */
char *dirname(char *path) {
    static char dot[] = ".";
    if (path == NULL || *path == 0) return dot;
    size_t end = cairn_strlen(path), root = path[0] == '/' && path[1] == '/' && path[2] != '/' ? 2 : 1;
    while (end > root && path[end - 1] == '/') end--;
    while (end > 0 && path[end - 1] != '/') end--;
    if (end == 0) return dot;
    while (end > root && path[end - 1] == '/') end--;
    path[end] = 0;
    return path;
}
