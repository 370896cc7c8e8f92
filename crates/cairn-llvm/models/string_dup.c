/* string.h: copies on the heap. */
#include "cairn_model.h"

static char *duplicate(const char *text, size_t length) {
    char *copy = CAIRN_MALLOC(length + 1);
    if (copy == NULL) return NULL;
    __builtin_memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *strdup(const char *text) { return duplicate(text, cairn_strlen(text)); }
char *__strdup(const char *text) { return duplicate(text, cairn_strlen(text)); }
char *strndup(const char *text, size_t limit) { return duplicate(text, cairn_strnlen(text, limit)); }
char *__strndup(const char *text, size_t limit) { return duplicate(text, cairn_strnlen(text, limit)); }
