/* sys/resource.h, sys/vfs.h, sys/statvfs.h: what was used, and how much there is. */
#include "cairn_model.h"

struct timeval { time_t tv_sec; long tv_usec; };

static int fail(int number) { return cairn_outside_error(number); }

/* glibc's. */
struct rusage {
    struct timeval times[2];
    long rest[14];
};
enum { CHILDREN = -1, THREAD = 1 };

/* What was told last: nothing of it becomes less. */
static struct rusage told_before[2];
static _Thread_local struct rusage told_of_thread;
static void never_less(struct rusage *last, struct rusage *usage) {
    for (int i = 0; i < 14; i++) {
        if (usage->rest[i] < last->rest[i]) usage->rest[i] = last->rest[i];
    }
    for (int i = 0; i < 2; i++) {
        struct timeval *now = &usage->times[i], *then = &last->times[i];
        if (now->tv_sec < then->tv_sec || (now->tv_sec == then->tv_sec && now->tv_usec < then->tv_usec)) *now = *then;
    }
    *last = *usage;
}

int getrusage(int who, struct rusage *usage) {
    if (who < CHILDREN || who > THREAD) return fail(EINVAL);
    for (int i = 0; i < 14; i++) usage->rest[i] = (long)((unsigned long long)__cairn_random(0) << 31 ^ (unsigned long long)__cairn_random(0)) & LONG_MAX;
    for (int i = 0; i < 2; i++) usage->times[i] = (struct timeval){(time_t)__cairn_random(0), (long)(__cairn_random(0) % 1000000)};
    if (!__cairn_coarse()) never_less(who == THREAD ? &told_of_thread : &told_before[who - CHILDREN], usage);
    return 0;
}

struct rlimit { unsigned long now, most; };
struct rlimit64 { unsigned long long now, most; };
enum { LIMITS = 16 };

#define LIMIT(suffix) \
    int getrlimit##suffix(int which, struct rlimit##suffix *limit) { \
        if (which < 0 || which >= LIMITS) return fail(EINVAL); \
        __cairn_fill(limit, sizeof *limit, sizeof limit->now); \
        if (limit->now > limit->most) limit->now = limit->most; \
        return 0; \
    } \
    int setrlimit##suffix(int which, const struct rlimit##suffix *limit) { \
        struct rlimit##suffix copy = *limit; \
        return which < 0 || which >= LIMITS || copy.now > copy.most ? fail(EINVAL) : __cairn_random(0) != 0 ? 0 : fail(EPERM); \
    }
LIMIT()
LIMIT(64)

/* Of file systems nothing is known. */
enum {
    STATFS = sizeof(long) == 8 ? 120 : 64, STATFS64 = sizeof(long) == 8 ? 120 : 84,
    STATVFS = sizeof(long) == 8 ? 112 : 72, STATVFS64 = sizeof(long) == 8 ? 112 : 96
};
static void must_be_something(unsigned long *number) {
    if (*number == 0) *number = 4096;
}
/* Blocks have a size: the second number, and that of `statvfs` is in both of the first. */
static int tell(unsigned long *result, size_t size) {
    if (__cairn_random(0) == 0) return fail(ENOSYS);
    __cairn_fill(result, size, 4);
    must_be_something(&result[0]);
    must_be_something(&result[1]);
    return 0;
}
int statfs(const char *path, void *result) { return (void)cairn_strlen(path), tell(result, STATFS); }
int statfs64(const char *path, void *result) { return (void)cairn_strlen(path), tell(result, STATFS64); }
int fstatfs(int fd, void *result) { return (void)fd, tell(result, STATFS); }
int fstatfs64(int fd, void *result) { return (void)fd, tell(result, STATFS64); }
int statvfs(const char *path, void *result) { return (void)cairn_strlen(path), tell(result, STATVFS); }
int statvfs64(const char *path, void *result) { return (void)cairn_strlen(path), tell(result, STATVFS64); }
int fstatvfs(int fd, void *result) { return (void)fd, tell(result, STATVFS); }
int fstatvfs64(int fd, void *result) { return (void)fd, tell(result, STATVFS64); }
