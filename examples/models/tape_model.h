/* What the library does, as far as its users can tell, in a header: cairn check FILE.c --model tape_model.h */
#include "cairn_model.h"
#include "tape.h"

struct tape {
    int open;
};

struct tape *tape_open(const char *name) {
    volatile char first = *name; /* the name is read */
    (void)first;
    if (__cairn_nondet_bool())
        return NULL;
    struct tape *tape = __cairn_heap_alloc(sizeof *tape, 16, 0);
    tape->open = 1;
    return tape;
}

long tape_read(struct tape *tape, void *buffer, size_t size) {
    if (!tape->open)
        __cairn_fail("precondition-violation", "reads from a tape that was closed");
    if (size == 0 || __cairn_nondet_bool())
        return -1;
    unsigned long count = __cairn_nondet_ulong();
    __cairn_assume(count <= size);
    for (unsigned long at = 0; at < count; at++)
        ((char *)buffer)[at] = __cairn_nondet_char();
    return (long)count;
}

void tape_close(struct tape *tape) { __cairn_heap_free(tape); }
