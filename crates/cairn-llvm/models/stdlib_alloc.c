/* The malloc family. Blocks are aligned as glibc aligns them; which requests fail is a choice of the execution. */
#include "cairn_model.h"

void *malloc(size_t size) {
    __cairn_contract("number block");
    return CAIRN_MALLOC(size);
}

/* By a division, which is by a constant where the size is one. */
static int does_not_fit(size_t count, size_t size) { return size != 0 && count > SIZE_MAX / size; }

void *calloc(size_t count, size_t size) {
    __cairn_contract("number number block");
    if (does_not_fit(count, size)) return cairn_refuse_block();
    return CAIRN_ALLOCATE(count * size, 16, 1);
}

void free(void *block) {
    if (block != NULL) __cairn_heap_free(block);
}

void cfree(void *block) {
    if (block != NULL) __cairn_heap_free(block);
}

/* Always moves the block, so that pointers into the old one are found out. */
static void *resize(void *block, size_t size) {
    if (block == NULL) return CAIRN_MALLOC(size);
    size_t old_size = __cairn_heap_size(block);
    if (size == 0) { /* glibc frees the block then */
        __cairn_heap_free(block);
        return NULL;
    }
    void *moved = CAIRN_MALLOC(size);
    if (moved == NULL) return NULL;
    __builtin_memcpy(moved, block, old_size < size ? old_size : size);
    __cairn_heap_free(block);
    return moved;
}

void *realloc(void *block, size_t size) { return resize(block, size); }

void *reallocarray(void *block, size_t count, size_t size) {
    if (does_not_fit(count, size)) return cairn_refuse_block();
    return resize(block, count * size);
}

static int is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

void *aligned_alloc(size_t align, size_t size) {
    if (!is_power_of_two(align)) {
        __cairn_unspecified(); /* some take the next one */
        errno = EINVAL;
        return NULL;
    }
    return CAIRN_ALLOCATE(size, align, 0);
}

void *memalign(size_t align, size_t size) { return aligned_alloc(align, size); }
void *valloc(size_t size) { return CAIRN_ALLOCATE(size, 4096, 0); }
void *pvalloc(size_t size) { return CAIRN_ALLOCATE(size > CAIRN_LARGEST_BLOCK ? size : (size + 4095) / 4096 * 4096, 4096, 0); }

int posix_memalign(void **result, size_t align, size_t size) {
    if (!is_power_of_two(align) || align % sizeof(void *) != 0) return EINVAL;
    if (size > CAIRN_LARGEST_BLOCK) cairn_lib_no_room();
    if (size > CAIRN_LARGEST_BLOCK || __cairn_alloc_fails()) return ENOMEM;
    *result = __cairn_heap_alloc(size, align, 0);
    return 0;
}

size_t malloc_usable_size(void *block) { return block == NULL ? 0 : (__cairn_unspecified(), __cairn_heap_size(block)); }
