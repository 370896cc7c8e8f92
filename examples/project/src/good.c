/* Nothing goes wrong here: blocks of the region are used while it is there. */
#include "names.h"

int main(void) {
    int *count = xmalloc(sizeof *count);
    struct region *region = region_new();
    if (region == NULL)
        die("no memory");
    char *name = copy_name(region, "cairn");
    *count = name[0] == 'c' ? 1 : log_level();
    region_free(region);
    xfree(count);
    return 0;
}
