/* time.h and sys/time.h. Time is deterministic, the time zone is UTC unless an execution chooses another, and sleeping takes none. */
#include "cairn_model.h"

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; long tv_usec; };

static char utc[] = "UTC";
char *__tzname[2] = {utc, utc};
long __timezone;
int __daylight;
/* A program may have variables of these names for itself. */
extern char *tzname[2] __attribute__((weak, alias("__tzname")));
extern long timezone __attribute__((weak, alias("__timezone")));
extern int daylight __attribute__((weak, alias("__daylight")));

/* Sleeping takes the time that it should, at least; nanoseconds. Whoever follows many executions at once knows no time anyway. */
static long long slept;
static void pass(long long seconds, long nanoseconds) {
    const long long LONGEST = 1000000000;
    if (__cairn_coarse()) return;
    if (seconds > LONGEST || slept > 4 * LONGEST * LONGEST) {
        __cairn_unspecified();
        return;
    }
    slept += seconds * 1000000000 + nanoseconds;
}
static long long seconds_now(void) { return __cairn_time() + slept / 1000000000; }

time_t time(time_t *result) {
    time_t now = (time_t)seconds_now();
    if (result != NULL) *result = now;
    return now;
}

long clock(void) { return (long)__cairn_clock(); }
/* Exact, also where the times themselves are no doubles. */
double difftime(time_t end, time_t start) {
    unsigned long later = (unsigned long)end, earlier = (unsigned long)start;
    return end < start ? -(double)(earlier - later) : (double)(later - earlier);
}

int gettimeofday(struct timeval *result, void *zone) {
    if (zone != NULL) __builtin_memset(zone, 0, 2 * sizeof(int));
    if (sizeof(long) == 8 && result == NULL) return 0; /* glibc for 32 bits writes to it in any case */
    result->tv_sec = (time_t)seconds_now();
    result->tv_usec = (long)(__cairn_clock() % 1000000);
    return 0;
}

/* Those that every Linux has; of others, only some have them. */
static int is_clock(int clock_id) { return (clock_id >= 0 && clock_id <= 7) || __cairn_random(0) != 0; }

/* Those that stand still while a program sleeps. */
static int is_of_processor(int clock_id) { return clock_id == 2 || clock_id == 3; }

/* Of the clocks that nobody sets, and that never go back: what they told last; of the one of each thread by thread. */
enum { CLOCKS = 10, OF_THREAD = 3 };
static struct timespec told[CLOCKS];
static _Thread_local struct timespec told_of_thread;

static void never_back(int clock_id, struct timespec *now) {
    if (clock_id <= 0 || clock_id >= CLOCKS || clock_id == 5 || clock_id == 8) return;
    struct timespec *last = clock_id == OF_THREAD ? &told_of_thread : &told[clock_id];
    if (now->tv_sec < last->tv_sec || (now->tv_sec == last->tv_sec && now->tv_nsec < last->tv_nsec)) *now = *last;
    *last = *now;
}

/* The clocks that count from the start (1 to 4) are the processor's; the others tell the date. */
int clock_gettime(int clock_id, struct timespec *result) {
    if (!is_clock(clock_id)) return cairn_outside_error(EINVAL);
    long long micros = __cairn_clock();
    struct timespec now;
    now.tv_sec = (time_t)(clock_id >= 1 && clock_id <= 4 ? micros / 1000000 : __cairn_time());
    now.tv_nsec = (long)(micros % 1000000 * 1000) + (long)((unsigned)__cairn_random(0) % 1000);
    if (slept > 0 && !is_of_processor(clock_id)) {
        now.tv_nsec += (long)(slept % 1000000000);
        now.tv_sec += (time_t)(slept / 1000000000) + now.tv_nsec / 1000000000;
        now.tv_nsec %= 1000000000;
    }
    never_back(clock_id, &now);
    *result = now;
    return 0;
}

/* In nanoseconds, at least one, and always the same. */
static long resolution(int clock_id) {
    static long long known[CLOCKS];
    int is_usual = clock_id >= 0 && clock_id < CLOCKS;
    long long number = is_usual ? cairn_random_once(&known[clock_id], 999) : __cairn_random(999);
    return (long)(1 + number % 999999999);
}

int clock_getres(int clock_id, struct timespec *result) {
    if (!is_clock(clock_id)) return cairn_outside_error(EINVAL);
    if (result != NULL) *result = (struct timespec){0, resolution(clock_id)};
    return 0;
}

int timespec_get(struct timespec *result, int base) {
    if (base < 1 || base > 4 || (base > 1 && __cairn_random(0) == 0)) return 0; /* C23 has more than one, some libraries as well */
    return clock_gettime(base - 1, result) == 0 ? base : 0;
}

/* Days since 1970-01-01 of a date in the Gregorian calendar; the year is taken to begin in March. */
static long long days_from_date(long long year, int month, int day) {
    year -= month < 2;
    long long era = (year >= 0 ? year : year - 399) / 400;
    long long year_of_era = year - era * 400;
    long long day_of_year = (153 * ((month + 10) % 12) + 2) / 5 + day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

static long long floor_div(long long a, long long b) { return a / b - (a % b < 0); }

/* False if there is no such year. */
static int split(long long seconds, struct tm *to) {
    long long days = floor_div(seconds, 86400);
    int rest = (int)(seconds - days * 86400);
    /* Eras of 400 years, which begin in March. */
    long long era = floor_div(days + 719468, 146097);
    int day_of_era = (int)(days + 719468 - era * 146097);
    int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int from_march = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int month_from_march = (5 * from_march + 2) / 153;
    int month = (month_from_march + 2) % 12;
    long long year = era * 400 + year_of_era + (month < 2);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
        errno = EOVERFLOW;
        return 0;
    }
    *to = (struct tm){
        .tm_sec = rest % 60, .tm_min = rest / 60 % 60, .tm_hour = rest / 3600,
        .tm_mday = from_march - (153 * month_from_march + 2) / 5 + 1, .tm_mon = month, .tm_year = (int)(year - 1900),
        .tm_wday = (int)((days % 7 + 11) % 7), .tm_yday = (int)(days - days_from_date(year, 0, 1)),
        .tm_isdst = 0, .tm_gmtoff = 0, .tm_zone = "GMT",
    };
    return 1;
}

struct tm *gmtime_r(const time_t *when, struct tm *result) { return split(*when, result) ? result : NULL; }

/* How far the clocks here are ahead of UTC, in seconds, less than a day. In one execution that is always the same; where many
 * are followed, summer may begin at any time. */
static long long time_zone(void) {
    static long long known;
    cairn_may_set_errno();
    long long minutes = __cairn_coarse() ? __cairn_random(0) : cairn_random_once(&known, 0);
    return minutes >= 0 && minutes < 900 ? minutes * 60 : minutes >= 900 && minutes < 1800 ? (900 - minutes) * 60 : 0;
}

/* The zone's name, or that of its summer: some letters, always the same. */
static char *name_of_zone(int in_summer) {
    static char names[2][sizeof utc];
    char *name = names[in_summer];
    for (size_t i = 0; i + 1 < sizeof utc && name[i] == 0; i++) {
        long long letter = __cairn_random(utc[i]);
        name[i] = letter >= 'A' && letter <= 'Z' ? (char)letter : utc[i];
    }
    return name;
}

/* As `localtime` and `mktime` do. */
void tzset(void) {
    static long long summer;
    __timezone = -(long)time_zone();
    __daylight = (__cairn_coarse() ? __cairn_random(0) : cairn_random_once(&summer, 0)) != 0;
    for (int i = 0; i < 2; i++) __tzname[i] = name_of_zone(i);
}

static void tell_zone(struct tm *date, long long ahead) {
    date->tm_isdst = __cairn_coarse() && __cairn_random(0) == 1;
    date->tm_gmtoff = (long)ahead;
    date->tm_zone = name_of_zone(date->tm_isdst);
}

struct tm *localtime_r(const time_t *when, struct tm *result) {
    long long ahead = time_zone(), seconds = *when;
    if (!__builtin_add_overflow(seconds, ahead, &seconds) && split(seconds, result)) {
        tell_zone(result, ahead);
        return result;
    }
    errno = EOVERFLOW;
    return NULL;
}

static struct tm shared;
struct tm *gmtime(const time_t *when) { return gmtime_r(when, &shared); }
struct tm *localtime(const time_t *when) { return tzset(), localtime_r(when, &shared); }

/* Accepts members out of range and normalises them. */
static time_t join(struct tm *date, long long ahead) {
    long long months = (long long)date->tm_year * 12 + date->tm_mon;
    long long year = floor_div(months, 12);
    int month = (int)(months - year * 12);
    long long days = days_from_date(year + 1900, month, 1) + date->tm_mday - 1;
    long long here = days * 86400 + date->tm_hour * 3600ll + date->tm_min * 60ll + date->tm_sec, seconds = here - ahead;
    if ((time_t)seconds != seconds || !split(here, date)) {
        errno = EOVERFLOW;
        return -1;
    }
    return (time_t)seconds;
}

time_t timegm(struct tm *date) { return join(date, 0); }

time_t mktime(struct tm *date) {
    tzset();
    long long ahead = time_zone();
    time_t seconds = join(date, ahead);
    if (seconds != -1) tell_zone(date, ahead);
    return seconds;
}

/* Nothing is left: `rest` is not touched. */
static void pause_for(long long seconds, long nanoseconds) {
    pass(seconds, nanoseconds);
    __cairn_yield();
}
static int check_time(const struct timespec *wanted) {
    if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec > 999999999) return EINVAL;
    return 0;
}
int nanosleep(const struct timespec *wanted, struct timespec *rest) {
    (void)rest;
    int error = check_time(wanted);
    if (error == 0) pause_for(wanted->tv_sec, wanted->tv_nsec);
    return error == 0 ? 0 : (errno = error, -1);
}
/* TIMER_ABSTIME: to wait until that time. */
enum { UNTIL = 1 };
/* Not by the time of this thread, and not by the clocks that are raw or coarse. */
int clock_nanosleep(int clock_id, int flags, const struct timespec *wanted, struct timespec *rest) {
    struct timespec now;
    (void)rest;
    if (clock_id == 3 || !is_clock(clock_id)) return EINVAL;
    if (clock_id >= 4 && clock_id <= 6) return ENOTSUP;
    int error = check_time(wanted);
    if (error != 0) return error;
    if ((flags & UNTIL) == 0) return pause_for(wanted->tv_sec, wanted->tv_nsec), 0;
    if (clock_gettime(clock_id, &now) != 0) return EINVAL;
    if (wanted->tv_sec >= now.tv_sec) pass((long long)wanted->tv_sec - now.tv_sec, wanted->tv_nsec);
    __cairn_yield();
    return 0;
}
unsigned sleep(unsigned seconds) {
    pause_for(seconds, 0);
    return 0;
}

int usleep(unsigned micros) {
    pause_for(micros / 1000000, (long)(micros % 1000000) * 1000);
    return 0;
}
