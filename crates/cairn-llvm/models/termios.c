/* termios.h and unistd.h: terminals, sessions and groups of processes. */
#include "cairn_model.h"

static int fail(int number) { return cairn_outside_error(number); }
static int attempt(int number) { return __cairn_random(0) != 0 ? 0 : fail(number); }
static int some_process(int number) {
    long long process = __cairn_random(0);
    return process > 0 ? (int)process : fail(number);
}

/* glibc's; nothing is in the gap. */
struct termios {
    unsigned flags[4];
    unsigned char line, keys[32];
    unsigned speeds[2];
};

int tcgetattr(int fd, struct termios *settings) {
    (void)fd;
    if (__cairn_random(0) == 0) return fail(ENOTTY);
    __cairn_fill(settings->flags, sizeof settings->flags, 4);
    __cairn_fill(&settings->line, 1 + sizeof settings->keys, 1);
    __cairn_fill(settings->speeds, sizeof settings->speeds, 4);
    return 0;
}

int tcsetattr(int fd, int when, const struct termios *settings) {
    struct termios copy = *settings;
    (void)fd, (void)when, (void)copy;
    return attempt(ENOTTY);
}

enum { SPEED = 0010017, NO_INPUT_SPEED = INT_MIN };
unsigned cfgetospeed(const struct termios *settings) { return settings->flags[2] & SPEED; }
unsigned cfgetispeed(const struct termios *settings) {
    return settings->flags[0] & (unsigned)NO_INPUT_SPEED ? 0 : settings->flags[2] & SPEED;
}

int tcsendbreak(int fd, int length) { __cairn_contract("any any"); return (void)fd, (void)length, attempt(ENOTTY); }
int tcdrain(int fd) { __cairn_contract("any"); return (void)fd, attempt(ENOTTY); }
int tcflush(int fd, int which) { __cairn_contract("any any"); return (void)fd, (void)which, attempt(ENOTTY); }
int tcflow(int fd, int action) { __cairn_contract("any any"); return (void)fd, (void)action, attempt(ENOTTY); }
int tcgetpgrp(int fd) { __cairn_contract("any"); return (void)fd, some_process(ENOTTY); }
int tcsetpgrp(int fd, int group) { __cairn_contract("any any"); return (void)fd, (void)group, attempt(ENOTTY); }

int setsid(void) { return some_process(EPERM); }
int getsid(int process) { __cairn_contract("any"); return (void)process, some_process(EPERM); }
int getpgid(int process) { __cairn_contract("any"); return (void)process, some_process(EPERM); }
int setpgid(int process, int group) { __cairn_contract("any any"); return (void)process, (void)group, attempt(EPERM); }

/* Groups that a user is in; so many, until they are set. */
static long long group_count;
int setgroups(size_t count, const unsigned *groups) {
    unsigned sum = 0;
    if (count > 65536) return fail(EINVAL);
    for (size_t i = 0; i < count; i++) sum ^= groups[i];
    (void)sum;
    if (attempt(EPERM) < 0) return -1;
    if (!__cairn_coarse()) group_count = (long long)count + 1;
    return 0;
}
int initgroups(const char *name, unsigned group) {
    (void)cairn_strlen(name), (void)group;
    if (attempt(EPERM) < 0) return -1;
    if (!__cairn_coarse()) group_count = 0;
    return 0;
}
int getgroups(int size, unsigned *groups) {
    long long count = __cairn_coarse() ? __cairn_random(0) : cairn_random_once(&group_count, 0);
    if (size < 0 || count > 65536 || (size > 0 && count > size)) return fail(EINVAL);
    if (size > 0) __cairn_fill(groups, (size_t)count * sizeof *groups, sizeof *groups);
    return (int)count;
}
