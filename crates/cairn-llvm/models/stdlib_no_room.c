/* What happens before a block is refused that is too large for any address space: nothing. */
#include "cairn_model.h"

__attribute__((weak)) void cairn_lib_no_room(void) {}
