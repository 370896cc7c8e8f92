/* string.h and strings.h: lengths and comparisons, byte after byte up to the first difference. */
#include "cairn_model.h"

size_t strlen(const char *text) { __cairn_contract("text"); return cairn_strlen(text); }
size_t strnlen(const char *text, size_t limit) { return cairn_strnlen(text, limit); }

/* Both have so many bytes, whatever the first difference is. */
static void look_at_ends(const unsigned char *a, const unsigned char *b, size_t count) {
    if (count == 0) return;
    unsigned char last_a = a[count - 1], last_b = b[count - 1];
    (void)last_a, (void)last_b;
}

int memcmp(const void *a, const void *b, size_t count) {
    const unsigned char *x = a, *y = b;
    look_at_ends(x, y, count);
    for (size_t i = 0; i < count; i++) {
        if (x[i] != y[i]) return x[i] - y[i];
    }
    return 0;
}

/* Whether they differ is all that it tells. */
int bcmp(const void *a, const void *b, size_t count) {
    int difference = memcmp(a, b, count), other = difference != 0 ? (int)__cairn_random(0) : 0;
    return other != 0 ? other : difference;
}
int __memcmpeq(const void *a, const void *b, size_t count) { return bcmp(a, b, count); }
int strcmp(const char *a, const char *b) { return cairn_strcmp(a, b); }
int strcoll(const char *a, const char *b) { return cairn_strcmp(a, b); }

int strncmp(const char *a, const char *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (a[i] != b[i] || a[i] == 0) return (unsigned char)a[i] - (unsigned char)b[i];
    }
    return 0;
}

static int lower(char c) { return cairn_to_lower((unsigned char)c); }

int strcasecmp(const char *a, const char *b) {
    while (*a != 0 && lower(*a) == lower(*b)) a++, b++;
    return lower(*a) - lower(*b);
}

int strncasecmp(const char *a, const char *b, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (lower(a[i]) != lower(b[i]) || a[i] == 0) return lower(a[i]) - lower(b[i]);
    }
    return 0;
}
