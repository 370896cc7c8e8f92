/* Copies of names, in a region. */
#include "util.h"

char *copy_name(struct region *region, const char *name);
