/* stdlib.h: arithmetic, sorting and searching. */
#include "cairn_model.h"

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }
lldiv_t imaxdiv(intmax_t a, intmax_t b) { return (lldiv_t){a / b, a % b}; }

void *bsearch(const void *key, const void *items, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const void *item = (const char *)items + middle * size;
        int order = compare(key, item);
        if (order == 0) return (void *)item;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

/* The comparison of qsort_r; that of qsort is called through it, with itself as the context. */
typedef int (*comparison)(const void *, const void *, void *);

/* Merges as glibc's qsort does: stable, and with the same comparisons in the same order. */
static void merge_sort(char *items, size_t count, size_t size, char *space, comparison compare, void *context) {
    if (count <= 1) return;
    size_t left = count / 2, right = count - left;
    char *a = items, *b = items + left * size, *out = space;
    merge_sort(a, left, size, space, compare, context);
    merge_sort(b, right, size, space, compare, context);
    while (left > 0 && right > 0) {
        if (compare(a, b, context) <= 0) {
            __builtin_memcpy(out, a, size);
            a += size, left--;
        } else {
            __builtin_memcpy(out, b, size);
            b += size, right--;
        }
        out += size;
    }
    __builtin_memcpy(out, a, left * size);
    __builtin_memcpy(items, space, (count - right) * size);
}

void qsort_r(void *items, size_t count, size_t size, comparison compare, void *context) {
    if (count <= 1 || size == 0) return;
    __cairn_unspecified(); /* which elements are compared, and where equal ones go */
    if (count * size <= 4096) {
        char space[count * size];
        merge_sort(items, count, size, space, compare, context);
    } else {
        char *space = __cairn_heap_alloc(count * size, 16, 0);
        merge_sort(items, count, size, space, compare, context);
        __cairn_heap_free(space);
    }
}

struct plain_comparison {
    int (*compare)(const void *, const void *);
};

static int compare_plainly(const void *a, const void *b, void *context) {
    return ((struct plain_comparison *)context)->compare(a, b);
}

void qsort(void *items, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    struct plain_comparison plain = {compare};
    qsort_r(items, count, size, compare_plainly, &plain);
}
