/* search.h: searching from the start to the end. */
#include "cairn_model.h"

void *lfind(const void *key, const void *items, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
    for (size_t i = 0, all = *count; i < all; i++) {
        const char *item = (const char *)items + i * size;
        if (compare(key, item) == 0) return (void *)item;
    }
    return NULL;
}

/* What is not there comes to the end, for which there must be room. */
void *lsearch(const void *key, void *items, size_t *count, size_t size, int (*compare)(const void *, const void *)) {
    void *found = lfind(key, items, count, size, compare);
    if (found != NULL) return found;
    char *end = (char *)items + *count * size;
    __builtin_memcpy(end, key, size);
    ++*count;
    return end;
}
