/* time.h: dates as text, in the C locale. */
#include "cairn_model.h"

struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct tm *localtime_r(const time_t *when, struct tm *result);
time_t mktime(struct tm *date);
void tzset(void);
extern char *__tzname[2];

static const char *const day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January", "February", "March", "April", "May", "June", "July", "August",
                                          "September", "October", "November", "December"};

struct text {
    char *bytes;
    size_t count, room;
    /* Of the numbers in this conversion: `-` for none, `_` for blanks, `0`; 0 for the usual one. */
    char padding;
    /* What stands for a day or a month that does not exist. */
    const char *unknown_name;
    /* Something in it is up to the library: whoever follows many executions takes it for any text. */
    int vague;
};

static void put(struct text *to, char c) {
    if (to->count + 1 < to->room) to->bytes[to->count] = c;
    to->count++;
}

static void put_string(struct text *to, const char *from, int limit) {
    for (int i = 0; i < limit && from[i] != 0; i++) put(to, from[i]);
}

static void put_number(struct text *to, long long value, int width, char padding) {
    char digits[24];
    int count = 0;
    if (to->padding == '-') width = 0;
    else if (to->padding != 0) padding = to->padding == '_' ? ' ' : '0';
    unsigned long long rest = value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value;
    do digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) != 0);
    if (value < 0) put(to, '-'), width--;
    for (int i = count; i < width; i++) put(to, padding);
    while (count > 0) put(to, digits[--count]);
}

static const char *name_in(const struct text *to, const char *const *names, int count, int index) {
    return index >= 0 && index < count ? names[index] : to->unknown_name;
}

/* What becomes of a member that is no part of a date is up to the library. */
static void become_vague(struct text *to) {
    if (__cairn_coarse()) to->vague = 1;
    else __cairn_unspecified();
}
static int checked(struct text *to, int value, int first, int last) {
    if (value < first || value > last) become_vague(to);
    return value;
}
static int hour(struct text *to, const struct tm *date) { return checked(to, date->tm_hour, 0, 23); }
static int hour12(struct text *to, const struct tm *date) { return hour(to, date) % 12 == 0 ? 12 : date->tm_hour % 12; }
static int weekday(struct text *to, const struct tm *date) { return checked(to, date->tm_wday, 0, 6); }
static int day_of_year(struct text *to, const struct tm *date) { return checked(to, date->tm_yday, 0, 365); }
/* Some write years with four digits in any case. */
static long long four_digits(struct text *to, long long year) {
    if (year < 1000 || year > 9999) become_vague(to);
    return year;
}

/* ISO 8601: weeks begin on Monday, week 1 has the year's first Thursday. */
static int iso_week(struct text *to, const struct tm *date, int *year) {
    int from_monday = (weekday(to, date) + 6) % 7;
    int week = (day_of_year(to, date) - from_monday + 10) / 7;
    *year = (int)((unsigned)date->tm_year + 1900);
    int before = *year - 1, leap_before = before % 4 == 0 && (before % 100 != 0 || before % 400 == 0);
    int leap = *year % 4 == 0 && (*year % 100 != 0 || *year % 400 == 0);
    if (week < 1) {
        (*year)--;
        return (date->tm_yday + 365 + leap_before - from_monday + 10) / 7;
    }
    if (week == 53 && date->tm_yday - from_monday + 3 >= 365 + leap) {
        (*year)++;
        return 1;
    }
    return week;
}

/* Without one, glibc takes the name by whether it is summer. */
static const char *name_of_zone(const struct tm *date) {
    if (date->tm_zone != NULL && *date->tm_zone != 0) return date->tm_zone;
    if (date->tm_isdst < 0) return "";
    tzset();
    return date->tm_isdst > 1 ? "?" : __tzname[date->tm_isdst];
}

/* The zone's distance from UTC; nothing if it is not known. */
static void put_zone(struct text *to, const struct tm *date) {
    if (date->tm_isdst < 0) return;
    long minutes = date->tm_gmtoff / 60;
    put(to, date->tm_gmtoff < 0 ? '-' : '+');
    if (minutes < 0) minutes = -minutes;
    put_number(to, minutes / 60 * 100 + minutes % 60, 4, '0');
}

/* Conversions whose padding can be chosen. */
static int is_padded_number(char kind) {
    for (const char *known = "deHIjklmMSUVWy"; *known != 0; known++) {
        if (*known == kind) return 1;
    }
    return 0;
}

static void format(struct text *to, const char *pattern, const struct tm *date);

static void convert(struct text *to, char kind, const struct tm *date) {
    int iso_year, week;
    long long year;
    switch (kind) {
    case 'a': put_string(to, name_in(to, day_names, 7, weekday(to, date)), 3); break;
    case 'A': put_string(to, name_in(to, day_names, 7, weekday(to, date)), 99); break;
    case 'b': case 'h': put_string(to, name_in(to, month_names, 12, checked(to, date->tm_mon, 0, 11)), 3); break;
    case 'B': put_string(to, name_in(to, month_names, 12, checked(to, date->tm_mon, 0, 11)), 99); break;
    case 'c': format(to, "%a %b %e %H:%M:%S %Y", date); break;
    case 'C':
        year = date->tm_year + 1900ll;
        if (year < 1000) become_vague(to); /* others have two digits */
        put_number(to, year / 100 - (year % 100 < 0), 1, '0');
        break;
    case 'd': put_number(to, checked(to, date->tm_mday, 1, 31), 2, '0'); break;
    case 'D': case 'x': format(to, "%m/%d/%y", date); break;
    case 'e': put_number(to, checked(to, date->tm_mday, 1, 31), 2, ' '); break;
    case 'F': format(to, "%Y-%m-%d", date); break;
    case 'g': week = iso_week(to, date, &iso_year), (void)week, put_number(to, (iso_year % 100 + 100) % 100, 2, '0'); break;
    case 'G': week = iso_week(to, date, &iso_year), (void)week, put_number(to, four_digits(to, iso_year), 1, '0'); break;
    case 'H': put_number(to, hour(to, date), 2, '0'); break;
    case 'I': put_number(to, hour12(to, date), 2, '0'); break;
    case 'j': put_number(to, day_of_year(to, date) + 1, 3, '0'); break;
    case 'k': put_number(to, hour(to, date), 2, ' '); break;
    case 'l': put_number(to, hour12(to, date), 2, ' '); break;
    case 'm': put_number(to, checked(to, date->tm_mon, 0, 11) + 1, 2, '0'); break;
    case 'M': put_number(to, checked(to, date->tm_min, 0, 59), 2, '0'); break;
    case 'n': put(to, '\n'); break;
    case 'p': put_string(to, hour(to, date) < 12 ? "AM" : "PM", 2); break;
    case 'P': put_string(to, hour(to, date) < 12 ? "am" : "pm", 2); break;
    case 'r': format(to, "%I:%M:%S %p", date); break;
    case 'R': format(to, "%H:%M", date); break;
    case 's': { struct tm copy = *date; put_number(to, mktime(&copy), 1, '0'); break; }
    case 'S': put_number(to, checked(to, date->tm_sec, 0, 60), 2, '0'); break;
    case 't': put(to, '\t'); break;
    case 'T': case 'X': format(to, "%H:%M:%S", date); break;
    case 'u': put_number(to, weekday(to, date) == 0 ? 7 : date->tm_wday, 1, '0'); break;
    case 'U': put_number(to, (day_of_year(to, date) + 7 - weekday(to, date)) / 7, 2, '0'); break;
    case 'V': put_number(to, iso_week(to, date, &iso_year), 2, '0'); break;
    case 'w': put_number(to, weekday(to, date), 1, '0'); break;
    case 'W': put_number(to, (day_of_year(to, date) + 7 - (weekday(to, date) + 6) % 7) / 7, 2, '0'); break;
    case 'y': put_number(to, ((date->tm_year + 1900ll) % 100 + 100) % 100, 2, '0'); break;
    case 'Y': put_number(to, four_digits(to, date->tm_year + 1900ll), 1, '0'); break;
    case 'z': put_zone(to, date); break;
    case 'Z': put_string(to, name_of_zone(date), 99); break;
    case '%': put(to, kind); break;
    default:
        __cairn_unspecified();
        put(to, kind);
    }
}

static void format(struct text *to, const char *pattern, const struct tm *date) {
    for (; *pattern != 0; pattern++) {
        if (*pattern != '%') {
            put(to, *pattern);
            continue;
        }
        pattern++;
        char padding = 0;
        for (; *pattern == '-' || *pattern == '_' || *pattern == '0'; pattern++) padding = *pattern;
        while (*pattern == 'E' || *pattern == 'O') pattern++;
        if (*pattern == 0) return;
        if (padding != 0 && !is_padded_number(*pattern)) __cairn_unspecified();
        to->padding = padding;
        convert(to, *pattern, date);
        to->padding = 0;
    }
}

static size_t format_all(struct text *to, const char *pattern, const struct tm *date) {
    format(to, pattern, date);
    if (to->vague) {
        to->count = (size_t)__cairn_random(0);
        __cairn_fill(to->bytes, to->room, 1);
    }
    if (to->count >= to->room) { /* a part of the text may stand there */
        if (to->room == 0) return 0;
        if (__cairn_coarse()) __cairn_fill(to->bytes, to->room, 1);
        else __cairn_unspecified();
        return 0;
    }
    to->bytes[to->count] = 0;
    return to->count;
}

size_t strftime(char *bytes, size_t size, const char *pattern, const struct tm *date) {
    struct text to = {bytes, 0, size, 0, "?", 0};
    return format_all(&to, pattern, date);
}

/* Null for no date, and for one that does not fit. */
static char *write_date(const struct tm *date, char *buffer, size_t size) {
    if (date == NULL) {
        errno = EINVAL;
        return NULL;
    }
    struct text to = {buffer, 0, size, 0, "???", 0};
    if (format_all(&to, "%a %b %e %H:%M:%S %Y\n", date) != 0) return buffer;
    errno = EOVERFLOW;
    return NULL;
}

enum { USUAL_SIZE = 26, LARGEST_SIZE = 114 };
char *asctime_r(const struct tm *date, char *buffer) { return write_date(date, buffer, USUAL_SIZE); }

/* As in glibc, there is room for any year. */
static char shared[LARGEST_SIZE];
char *asctime(const struct tm *date) { return write_date(date, shared, LARGEST_SIZE); }

char *ctime_r(const time_t *when, char *buffer) {
    struct tm date;
    return asctime_r(localtime_r(when, &date), buffer);
}

char *ctime(const time_t *when) {
    struct tm date;
    return asctime(localtime_r(when, &date));
}
