/* stdlib.h and unistd.h: ends of the program without atexit's handlers. */
#include "cairn_model.h"

static void (*quick_handlers[32])(void);
static int quick_count;

void abort(void) { __cairn_abort(); }
void _Exit(int code) { __cairn_exit(code & 0xff); }
void _exit(int code) { __cairn_exit(code & 0xff); }

int at_quick_exit(void (*function)(void)) {
    if (quick_count == 32) {
        __cairn_unspecified(); /* only so many are promised */
        return -1;
    }
    quick_handlers[quick_count++] = function;
    return 0;
}

void quick_exit(int code) {
    while (quick_count > 0) quick_handlers[--quick_count]();
    __cairn_exit(code & 0xff);
}
