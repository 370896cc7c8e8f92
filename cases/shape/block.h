/* Blocks of an allocator: a header of two words, then the rest. Sizes count words, the header included. */
#ifndef BLOCK_H
#define BLOCK_H

#include <cairn.h>
#include <stdlib.h>
#include <string.h>

struct block { struct block *link; long size; };

/* The block that starts so many words behind the start of another one. */
static struct block *at(struct block *p, long words) { return (struct block *)((long *)p + words); }

/* Any size that a block can have. */
static long any_size(void) { return 2 + cairn_nondet_uchar(); }

/* Memory for one block. */
static struct block *new_block(long size) {
    struct block *p = malloc(size * sizeof(long));
    if (!p) abort();
    p->link = NULL;
    p->size = size;
    return p;
}

/* What an owner may do with a block. */
static void use(struct block *p, long size) { memset(p, 0x55, size * sizeof(long)); }

#endif
