/* locale.h and langinfo.h: there is the C locale. */
#include "cairn_model.h"

struct lconv {
    char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point;
    char *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
    char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn, n_sign_posn;
    char int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space, int_p_sign_posn, int_n_sign_posn;
};

char *setlocale(int category, const char *name) {
    __cairn_contract("any text?");
    (void)category;
    if (__cairn_coarse()) { /* it is refused, or the name of what was set before */
        if (name != NULL) (void)cairn_strlen(name);
        return __cairn_getenv("LC_ALL");
    }
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

char *nl_langinfo(int item) { return (char *)(item == 14 ? "ANSI_X3.4-1968" : item == 0x10000 ? "." : ""); }
char *textdomain(const char *domain) { __cairn_contract("any"); return (char *)(domain != NULL ? domain : "messages"); }
char *bindtextdomain(const char *domain, const char *folder) { __cairn_contract("any any"); return (void)domain, (char *)folder; }
char *gettext(const char *text) { __cairn_contract("any"); return (char *)text; }
char *ngettext(const char *one, const char *many, unsigned long n) { return (char *)(n == 1 ? one : many); }
