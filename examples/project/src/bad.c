/* The name is gone with its region. */
#include "names.h"

int main(void) {
    struct region *region = region_new();
    if (region == NULL)
        die("no memory");
    char *name = copy_name(region, "cairn");
    region_free(region);
    return name[0] == 'c';
}
