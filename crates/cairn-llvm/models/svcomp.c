/* What is different in tasks of the competition, which are linked with this: no allocation is refused there. Blocks that are too large
 * for any address space are not here, so nothing is said of executions that ask for one. */
#include "cairn_model.h"

const int cairn_lib_competition = 1;

void cairn_lib_no_room(void) {
    __cairn_unspecified();
    __cairn_assume(0);
}
