/* errno: one per thread. */
#include "cairn_model.h"

/* Code that is not there sets it, too. */
_Thread_local int cairn_lib_errno;
_Thread_local int cairn_lib_errno_is_open;

/* Whoever asks where it is may look at it, and only then does it matter what it has become. */
int *__errno_location(void) {
    __cairn_contract("");
    if (cairn_lib_errno_is_open) {
        long long number = __cairn_random(0);
        if (number > 0 && number < 134) cairn_lib_errno = (int)number;
        cairn_lib_errno_is_open = 0;
    }
    return &cairn_lib_errno;
}
