//@ flags: -fcommon
// Several units: static names that coincide, tentative definitions, extern arrays, inline, weak against strong.
#include <stdio.h>
#include "shared.h"

static int counter = 100;
static const char *name(void) { return "main"; }
int tentative;
__attribute__((weak)) int tunable(void) { return 1; }
int (*callback)(int);

int main(void) {
    counter++;
    printf("%s %s %d %d\n", name(), other_name(), counter, other_counter());
    tentative = 5;
    printf("%d %d %d\n", other_tentative(), tunable(), table[2]);
    set_callback();
    printf("%d %d %d\n", callback(20), twice(4), other_twice(5));
    struct point p = make_point(3, 4);
    printf("%d %d %s\n", p.x, p.y, messages[1]);
    return 0;
}
