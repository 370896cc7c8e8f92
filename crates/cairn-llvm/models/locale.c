/* locale.h and langinfo.h: there is the C locale. */
#include "cairn_model.h"

struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point;
    char *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn, n_sign_posn;
    char int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space, int_p_sign_posn, int_n_sign_posn;
};

/* For whoever follows many executions: what is asked for is refused, or a name that was set before. */
static char *some_name(const char *wanted) {
    if (wanted != NULL) (void)cairn_strlen(wanted);
    return __cairn_getenv("LC_ALL");
}

char *setlocale(int category, const char *name) {
    __cairn_contract("any text?");
    cairn_may_set_errno();
    (void)category;
    if (__cairn_coarse()) return some_name(name);
    __cairn_unspecified();
    if (name != NULL && name[0] != 0 && cairn_strcmp(name, "C") != 0 && cairn_strcmp(name, "POSIX") != 0) return NULL;
    return (char *)"C";
}

struct lconv *localeconv(void) {
    static struct lconv conventions = {
        (char *)".", (char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)"", (char *)"",
        127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127,
    };
    return &conventions;
}

/* glibc's numbers: the code, the point, the currency's sign, dates, and answers. Of what is not here, nothing is known. */
enum { CODE = 14, POINT = 0x10000, THOUSANDS, DATES = 0x20000, CURRENCY = 0x4000f, YES = 0x50000, NO };
char *nl_langinfo(int item) {
    static const char *const dates[] = {
        "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat",
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
        "AM", "PM", "%a %b %e %H:%M:%S %Y", "%m/%d/%y", "%H:%M:%S", "%I:%M:%S %p",
    };
    if (item >= DATES && item < DATES + (int)(sizeof dates / sizeof *dates)) return (char *)dates[item - DATES];
    switch (item) {
    case CODE: return (char *)"ANSI_X3.4-1968";
    case POINT: return (char *)".";
    case THOUSANDS: return (char *)"";
    case CURRENCY: return (char *)"-";
    case YES: return (char *)"^[yY]";
    case NO: return (char *)"^[nN]";
    default:
        __cairn_unspecified();
        return (char *)"";
    }
}

/* What was set, or that without it. */
static char *setting(const char *wanted, const char *usual) {
    if (__cairn_coarse()) return some_name(wanted);
    __cairn_unspecified();
    return (char *)(wanted != NULL ? wanted : usual);
}
char *textdomain(const char *domain) { __cairn_contract("text?"); return setting(domain, "messages"); }
char *bindtextdomain(const char *domain, const char *folder) {
    __cairn_contract("text? text?");
    return domain == NULL ? NULL : setting(folder, "/usr/share/locale");
}

/* There are no other texts in the C locale: the domain is looked at, the text is not. */
static void look_at_domain(const char *domain, const char *text) {
    if (domain != NULL && text != NULL) (void)cairn_strlen(domain);
}
char *gettext(const char *text) { __cairn_contract("any"); return (char *)text; }
char *dgettext(const char *domain, const char *text) {
    __cairn_contract("text? number");
    look_at_domain(domain, text);
    return (char *)text;
}
char *dcgettext(const char *domain, const char *text, int category) {
    __cairn_contract("text? number any");
    (void)category;
    look_at_domain(domain, text);
    return (char *)text;
}

static char *one_of(const char *one, const char *many, unsigned long n) { return (char *)(one == NULL || n == 1 ? one : many); }
char *ngettext(const char *one, const char *many, unsigned long n) {
    __cairn_contract("number any number");
    return one_of(one, many, n);
}
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
    __cairn_contract("text? number any number");
    look_at_domain(domain, one);
    return one_of(one, many, n);
}
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n, int category) {
    __cairn_contract("text? number any number any");
    (void)category;
    look_at_domain(domain, one);
    return one_of(one, many, n);
}
