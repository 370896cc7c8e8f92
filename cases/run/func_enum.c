// Enumerations: explicit values, negative, as array indices, in switches.
#include <stdio.h>

enum level { LOW = -1, MIDDLE, HIGH, TOP = HIGH + 10, ALSO_TOP = TOP };
enum flag { A = 1, B = 1 << 1, C = 1 << 2, ALL = A | B | C };
enum { SIZE = 4 };

static const char *name(enum level l) {
    switch (l) {
    case LOW: return "low";
    case MIDDLE: return "middle";
    case HIGH: return "high";
    case TOP: return "top";
    }
    return "?";
}

int main(void) {
    enum level levels[SIZE] = {LOW, MIDDLE, HIGH, ALSO_TOP};
    for (int i = 0; i < SIZE; i++) printf("%s=%d ", name(levels[i]), levels[i]);
    unsigned f = A | C;
    f ^= ALL;
    printf("%u %d\n", f, (f & B) != 0);
    return 0;
}
