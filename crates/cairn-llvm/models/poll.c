/* poll.h: waiting for descriptors. What happens there, and whether a signal comes first, is up to the execution. */
#include "cairn_model.h"

struct pollfd {
    int fd;
    short events, revents;
};
struct timespec { time_t tv_sec; long tv_nsec; };

/* These are told whether or not somebody asks for them: an error, the end, no such descriptor. */
enum { ALWAYS = 010 | 020 | 040, SIGNALS_SIZE = 8 };

/* How many descriptors have something to tell. `waits`: there is no end of waiting. */
static int look(struct pollfd *polled, unsigned long count, int waits) {
    int found = 0;
    for (unsigned long i = 0; i < count; i++) {
        int asked = polled[i].fd < 0 ? 0 : polled[i].events | ALWAYS;
        polled[i].revents = (short)(asked & (int)__cairn_random(waits ? (unsigned short)polled[i].events : 0));
        if (polled[i].revents != 0) found++;
    }
    return found;
}

int poll(struct pollfd *polled, unsigned long count, int timeout) {
    long long what = count > INT_MAX ? 1 : __cairn_random(0);
    if (what == 1) return cairn_outside_error(EINVAL);
    int found = look(polled, count, timeout < 0);
    return found == 0 && (what == 2 || timeout < 0) ? cairn_outside_error(EINTR) : found;
}
int __poll_chk(struct pollfd *polled, unsigned long count, int timeout, size_t room) { return (void)room, poll(polled, count, timeout); }

int ppoll(struct pollfd *polled, unsigned long count, const struct timespec *timeout, const void *signals) {
    struct timespec time;
    char mask[SIGNALS_SIZE];
    if (timeout != NULL) time = *timeout, (void)time;
    if (signals != NULL) __builtin_memcpy(mask, signals, sizeof mask);
    return poll(polled, count, timeout == NULL ? -1 : 0);
}
int __ppoll_chk(struct pollfd *polled, unsigned long count, const struct timespec *timeout, const void *signals, size_t room) {
    return (void)room, ppoll(polled, count, timeout, signals);
}
