/* What bytes beyond ASCII are in the C locale: nothing in that of some libraries, themselves in that of others. */
#include "cairn_model.h"

int cairn_lib_means_nothing(unsigned c) {
    static long long known;
    if (c <= 127 || c > 255) return c > 255;
    return (__cairn_coarse() ? __cairn_random(0) : cairn_random_once(&known, 0)) == 0;
}
