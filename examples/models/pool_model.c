/* What the pool does, as far as its users can tell: blocks come and go one by one, and getting one may fail. */
#include "cairn_model.h"

void *pool_get(size_t size) { return __cairn_alloc_fails() ? NULL : __cairn_heap_alloc(size, 16, 0); }

void pool_put(void *block) { __cairn_heap_free(block); }
