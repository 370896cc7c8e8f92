#include "names.h"
#include <string.h>

char *copy_name(struct region *region, const char *name) {
    char *copy = region_alloc(region, strlen(name) + 1);
    if (copy == NULL)
        die("no memory for %s", name);
    return strcpy(copy, name);
}
