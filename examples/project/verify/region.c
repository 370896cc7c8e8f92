/* What regions do, as far as their users can tell: each block is a block, and all of them are freed together. */
#include "cairn_model.h"
#include "region.h"

void *malloc(size_t size);
void free(void *block);

struct region *region_new(void) {
    struct region *region = malloc(sizeof *region);
    if (region)
        region->pieces = NULL;
    return region;
}

void *region_alloc(struct region *region, size_t size) {
    struct piece *piece = malloc(sizeof *piece);
    void *block = malloc(size);
    if (!piece || !block) {
        free(piece);
        free(block);
        return NULL;
    }
    piece->block = block;
    piece->next = region->pieces;
    region->pieces = piece;
    return block;
}

void region_free(struct region *region) {
    for (struct piece *piece = region->pieces, *next; piece; piece = next) {
        next = piece->next;
        free(piece->block);
        free(piece);
    }
    free(region);
}
