/* sys/ioctl.h: requests of which it is known what they do with their argument. */
#include "cairn_model.h"

enum {
    WINDOW_SIZE = 0x5413, SET_WINDOW_SIZE = 0x5414, AVAILABLE = 0x541B, WAITING = 0x5411, GIVE_UP_TERMINAL = 0x5422,
    TAKE_TERMINAL = 0x540E, NOT_BLOCKING = 0x5421, CLOSED_BY_EXEC = 0x5451, OPEN_IN_EXEC = 0x5450
};
struct window { unsigned short size[4]; };

static int attempt(void) { return __cairn_random(0) != 0 ? 0 : cairn_outside_error(ENOTTY); }

/* Nobody defines it: what another request does is not known. */
int ioctl_of_another_request(int fd, unsigned long request, void *argument);

static int tell(void *argument, size_t size) {
    if (attempt() < 0) return -1;
    __cairn_fill(argument, size, 2);
    return 0;
}
static int look_at(const void *argument, size_t size) {
    char copy[sizeof(struct window)];
    __builtin_memcpy(copy, argument, size);
    return attempt();
}

int ioctl(int fd, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void *argument = NULL;
    if (request != GIVE_UP_TERMINAL && request != CLOSED_BY_EXEC && request != OPEN_IN_EXEC && request != TAKE_TERMINAL)
        argument = va_arg(list, void *);
    va_end(list);
    switch (request) {
    case WINDOW_SIZE: return tell(argument, sizeof(struct window));
    case AVAILABLE: case WAITING: return tell(argument, sizeof(int));
    case SET_WINDOW_SIZE: return look_at(argument, sizeof(struct window));
    case NOT_BLOCKING: return look_at(argument, sizeof(int));
    case GIVE_UP_TERMINAL: case CLOSED_BY_EXEC: case OPEN_IN_EXEC: case TAKE_TERMINAL: return attempt();
    default: return ioctl_of_another_request(fd, request, argument);
    }
}
