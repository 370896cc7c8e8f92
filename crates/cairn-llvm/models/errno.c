/* errno: one per thread. */
#include "cairn_model.h"

static _Thread_local int value;

int *__errno_location(void) { return &value; }
