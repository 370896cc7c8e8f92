/* wchar.h: wide strings and arrays. */
#include "cairn_model.h"

size_t wcslen(const wchar_t *text) { return cairn_wcslen(text); }

size_t wcsnlen(const wchar_t *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length] != 0) length++;
    return length;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) { return __builtin_memcpy(to, from, count * sizeof *to); }
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) { return __builtin_memmove(to, from, count * sizeof *to); }
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count) { return wmemcpy(to, from, count) + count; }

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = value;
    return to;
}

/* Both have so many characters, whatever the first difference is. */
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count) {
    if (count > 0) {
        wchar_t last_a = a[count - 1], last_b = b[count - 1];
        (void)last_a, (void)last_b;
    }
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    }
    return 0;
}

wchar_t *wmemchr(const wchar_t *items, wchar_t value, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (items[i] == value) return (wchar_t *)items + i;
    }
    return NULL;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    if (to == from) __cairn_fail("precondition-violation", "the string is copied onto itself");
    return wmemcpy(to, from, cairn_wcslen(from) + 1);
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) { return wcscpy(to, from) + cairn_wcslen(to); }

/* How much of the string is read where it is cut after so many: with its terminator, unless it is longer. */
static size_t read_up_to(size_t length, size_t limit) { return length < limit ? length + 1 : limit; }

/* Where the string lies among what is filled with zeros, some libraries write those first. */
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count) {
    size_t length = wcsnlen(from, count);
    int is_inside = length < count && (uintptr_t)from - (uintptr_t)to < count * sizeof *to;
    if (is_inside && __cairn_random(0) != 0) __builtin_memset(to + length, 0, (count - length) * sizeof *to);
    wmemcpy(to, from, read_up_to(length, count));
    __builtin_memset(to + length, 0, (count - length) * sizeof *to);
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    wmemcpy(to + cairn_wcslen(to), from, cairn_wcslen(from) + 1);
    return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t count) {
    wchar_t *end = to + cairn_wcslen(to);
    size_t length = wcsnlen(from, count);
    wmemcpy(end, from, read_up_to(length, count));
    end[length] = 0;
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    while (*a != 0 && *a == *b) a++, b++;
    return *a == *b ? 0 : *a < *b ? -1 : 1;
}

int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
        if (a[i] == 0) return 0;
    }
    return 0;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
    while (*a != 0 && cairn_to_lower(*a) == cairn_to_lower(*b)) a++, b++;
    return cairn_to_lower(*a) - cairn_to_lower(*b);
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        int difference = cairn_to_lower(a[i]) - cairn_to_lower(b[i]);
        if (difference != 0 || a[i] == 0) return difference;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *text, wchar_t c) {
    while (*text != c && *text != 0) text++;
    return *text == c ? (wchar_t *)text : NULL;
}

wchar_t *wcsrchr(const wchar_t *text, wchar_t c) {
    const wchar_t *last = NULL;
    for (;; text++) {
        if (*text == c) last = text;
        if (*text == 0) return (wchar_t *)last;
    }
}

static int is_in(wchar_t c, const wchar_t *set) {
    while (*set != 0 && *set != c) set++;
    return *set != 0;
}

/* The set is read to its end, whatever the text is. */
size_t wcsspn(const wchar_t *text, const wchar_t *set) {
    size_t length = 0;
    (void)cairn_wcslen(set);
    while (text[length] != 0 && is_in(text[length], set)) length++;
    return length;
}

size_t wcscspn(const wchar_t *text, const wchar_t *set) {
    size_t length = 0;
    (void)cairn_wcslen(set);
    while (text[length] != 0 && !is_in(text[length], set)) length++;
    return length;
}

wchar_t *wcspbrk(const wchar_t *text, const wchar_t *set) {
    text += wcscspn(text, set);
    return *text != 0 ? (wchar_t *)text : NULL;
}

wchar_t *wcsstr(const wchar_t *text, const wchar_t *part) {
    (void)cairn_wcslen(part);
    for (;; text++) {
        size_t i = 0;
        while (part[i] != 0 && text[i] == part[i]) i++;
        if (part[i] == 0) return (wchar_t *)text;
        if (text[i] == 0) return NULL;
    }
}

wchar_t *wcstok(wchar_t *text, const wchar_t *separators, wchar_t **rest) {
    if (text == NULL) text = *rest;
    if (text == NULL) return NULL;
    text += wcsspn(text, separators);
    if (*text == 0) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = text + wcscspn(text, separators);
    *rest = NULL;
    if (*end != 0) {
        *end = 0;
        *rest = end + 1;
    }
    return text;
}

wchar_t *wcsdup(const wchar_t *text) {
    size_t bytes = (cairn_wcslen(text) + 1) * sizeof *text;
    wchar_t *copy = CAIRN_MALLOC(bytes);
    return copy != NULL ? __builtin_memcpy(copy, text, bytes) : NULL;
}
