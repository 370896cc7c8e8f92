/* The header of a library that comes without source. */
#include <stddef.h>

struct tape;

/* Null if there is no such tape. */
struct tape *tape_open(const char *name);
/* Fills the buffer with at most `size` bytes and says how many; -1 at the end. */
long tape_read(struct tape *tape, void *buffer, size_t size);
void tape_close(struct tape *tape);
