/* stdlib.h: the end of the program. */
#include "cairn_model.h"

/* So many are promised; others need memory. */
enum { MAX_HANDLERS = 256, PROMISED_HANDLERS = 32 };

struct handler {
    void (*plain)(void);
    void (*with_argument)(void *);
    void (*with_status)(int, void *);
    void *argument;
};

static struct handler handlers[MAX_HANDLERS];
static int handler_count;

/* Programs that come here have obligations at the end of `main`. */
int cairn_lib_add_exit_handler(const struct handler *handler) {
    if (handler_count >= PROMISED_HANDLERS && __cairn_alloc_fails()) return -1;
    if (handler_count == MAX_HANDLERS) {
        __cairn_unspecified();
        return -1;
    }
    handlers[handler_count++] = *handler;
    return 0;
}

int atexit(void (*function)(void)) {
    __cairn_contract("handler");
    return cairn_lib_add_exit_handler(&(struct handler){.plain = function});
}
int on_exit(void (*function)(int, void *), void *argument) {
    __cairn_contract("handler any");
    return cairn_lib_add_exit_handler(&(struct handler){.with_status = function, .argument = argument});
}

int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
    __cairn_contract("handler any any");
    (void)library;
    return cairn_lib_add_exit_handler(&(struct handler){.with_argument = function, .argument = argument});
}

/* The last one first; a handler may add others. */
void cairn_lib_run_exit_handlers(int code) {
    while (handler_count > 0) {
        struct handler handler = handlers[--handler_count];
        if (handler.plain != NULL) handler.plain();
        else if (handler.with_argument != NULL) handler.with_argument(handler.argument);
        else handler.with_status(code, handler.argument);
    }
}

void exit(int code) {
    __cairn_contract("number handlers");
    cairn_lib_run_exit_handlers(code);
    __cairn_exit(code & 0xff);
}
