/* time.h and sys/time.h. Time is deterministic, the time zone is UTC, and sleeping takes none. */
#include "cairn_model.h"

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; long tv_usec; };

static char utc[] = "UTC";
char *tzname[2] = {utc, utc};
char *__tzname[2] = {utc, utc};
long timezone, __timezone;
int daylight, __daylight;

void tzset(void) {}

time_t time(time_t *result) {
    time_t now = (time_t)__cairn_time();
    if (result != NULL) *result = now;
    return now;
}

long clock(void) { return (long)__cairn_clock(); }
double difftime(time_t end, time_t start) { return (double)end - (double)start; }

int gettimeofday(struct timeval *result, void *zone) {
    (void)zone;
    result->tv_sec = (time_t)__cairn_time();
    result->tv_usec = (long)(__cairn_clock() % 1000000);
    return 0;
}

/* The clocks that count from the start (1 to 4) are the processor's; the others tell the date. */
int clock_gettime(int clock_id, struct timespec *result) {
    long long micros = __cairn_clock();
    result->tv_sec = (time_t)(clock_id >= 1 && clock_id <= 4 ? micros / 1000000 : __cairn_time());
    result->tv_nsec = (long)(micros % 1000000 * 1000);
    return 0;
}

int clock_getres(int clock_id, struct timespec *result) {
    (void)clock_id;
    if (result != NULL) *result = (struct timespec){0, 1000};
    return 0;
}

int timespec_get(struct timespec *result, int base) {
    if (base != 1) return 0;
    clock_gettime(0, result);
    return base;
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

static void split(long long seconds, struct tm *to) {
    long long days = floor_div(seconds, 86400);
    int rest = (int)(seconds - days * 86400);
    long long year = 1970 + (days >= 0 ? days / 366 : floor_div(days, 365)); /* not too late */
    while (days_from_date(year + 1, 0, 1) <= days) year++;
    int in_year = (int)(days - days_from_date(year, 0, 1)), month = 11;
    while (days_from_date(year, month, 1) > days) month--;
    *to = (struct tm){
        .tm_sec = rest % 60, .tm_min = rest / 60 % 60, .tm_hour = rest / 3600,
        .tm_mday = (int)(days - days_from_date(year, month, 1)) + 1, .tm_mon = month, .tm_year = (int)(year - 1900),
        .tm_wday = (int)((days % 7 + 11) % 7), .tm_yday = in_year, .tm_isdst = 0, .tm_gmtoff = 0, .tm_zone = "GMT",
    };
}

struct tm *gmtime_r(const time_t *when, struct tm *result) {
    split(*when, result);
    return result;
}

struct tm *localtime_r(const time_t *when, struct tm *result) {
    split(*when, result);
    result->tm_zone = utc;
    return result;
}

static struct tm shared;
struct tm *gmtime(const time_t *when) { return gmtime_r(when, &shared); }
struct tm *localtime(const time_t *when) { return localtime_r(when, &shared); }

/* Accepts members out of range and normalises them. */
time_t timegm(struct tm *date) {
    long long months = (long long)date->tm_year * 12 + date->tm_mon;
    long long year = floor_div(months, 12);
    int month = (int)(months - year * 12);
    long long days = days_from_date(year + 1900, month, 1) + date->tm_mday - 1;
    long long seconds = days * 86400 + date->tm_hour * 3600ll + date->tm_min * 60ll + date->tm_sec;
    split(seconds, date);
    return (time_t)seconds;
}

time_t mktime(struct tm *date) {
    time_t seconds = timegm(date);
    date->tm_zone = utc;
    return seconds;
}

int nanosleep(const struct timespec *wanted, struct timespec *rest) {
    (void)wanted;
    __cairn_yield();
    if (rest != NULL) *rest = (struct timespec){0, 0};
    return 0;
}

int clock_nanosleep(int clock_id, int flags, const struct timespec *wanted, struct timespec *rest) {
    (void)clock_id, (void)flags;
    return nanosleep(wanted, rest);
}

unsigned sleep(unsigned seconds) {
    (void)seconds;
    __cairn_yield();
    return 0;
}

int usleep(unsigned micros) {
    (void)micros;
    __cairn_yield();
    return 0;
}
