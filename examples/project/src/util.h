/* What a library offers whose source is not here. */
#include <stddef.h>

void *xmalloc(size_t size); /* never returns NULL */
void xfree(void *block);
void die(const char *format, ...); /* does not return */
int log_level(void);

struct region; /* blocks that are freed together */
struct region *region_new(void);
void *region_alloc(struct region *region, size_t size);
void region_free(struct region *region);
