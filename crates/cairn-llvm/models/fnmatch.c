/* fnmatch.h: patterns as shells have them, in the C locale. What libraries see differently is up to the execution. */
#include "cairn_model.h"

enum { PATHS = 1, NO_ESCAPE = 2, PERIODS = 4, LEADING = 8, ANY_CASE = 16, EXTENDED = 32 };
enum { MATCH, NO_MATCH, UNKNOWN };

int isalnum(int c), isalpha(int c), isblank(int c), iscntrl(int c), isdigit(int c), isgraph(int c);
int islower(int c), isprint(int c), ispunct(int c), isspace(int c), isupper(int c), isxdigit(int c);

static int is_same(char a, char b, int flags) { return flags & ANY_CASE ? cairn_to_lower(a) == cairn_to_lower(b) : a == b; }

/* Behind `[:` up to `:]`: is the character of that class? */
static int is_of_class(const char **at, unsigned char c, int flags) {
    static const struct {
        const char *name;
        int (*is)(int c);
    } classes[] = {
        {"alnum", isalnum}, {"alpha", isalpha}, {"blank", isblank}, {"cntrl", iscntrl}, {"digit", isdigit}, {"graph", isgraph},
        {"lower", islower}, {"print", isprint}, {"punct", ispunct}, {"space", isspace}, {"upper", isupper}, {"xdigit", isxdigit},
    };
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        size_t length = cairn_strlen(classes[i].name), same = 0;
        while (same < length && (*at)[same] == classes[i].name[same]) same++;
        if (same < length || (*at)[length] != ':' || (*at)[length + 1] != ']') continue;
        *at += length + 2;
        if (c > 127 || flags & ANY_CASE) return UNKNOWN;
        return classes[i].is(c) ? MATCH : NO_MATCH;
    }
    return UNKNOWN;
}

/* Behind `[`; goes on behind `]`. */
static int match_one_of(const char **pattern, char c, int flags) {
    const char *at = *pattern;
    int found = NO_MATCH, not = *at == '!' || *at == '^';
    if (*at == '^' && __cairn_getenv("POSIXLY_CORRECT") != NULL) return UNKNOWN;
    if (not) at++;
    for (int is_first = 1; *at != ']' || is_first; is_first = 0) {
        if (*at == '[' && at[1] == ':') {
            at += 2;
            int result = is_of_class(&at, (unsigned char)c, flags);
            if (result == UNKNOWN) return UNKNOWN;
            if (result == MATCH) found = MATCH;
            continue;
        }
        if (*at == '[' && (at[1] == '.' || at[1] == '=')) return UNKNOWN;
        if (*at == '\\' && !(flags & NO_ESCAPE)) at++;
        if (*at == 0 || (*at == '/' && flags & PATHS)) return UNKNOWN;
        unsigned char first = (unsigned char)*at++, last = first;
        if (*at == '-' && at[1] != ']') {
            at++;
            if (*at == '[') return UNKNOWN;
            if (*at == '\\' && !(flags & NO_ESCAPE)) at++;
            if (*at == 0) return UNKNOWN;
            last = (unsigned char)*at++;
            if (flags & ANY_CASE || first > last || last > 127) return UNKNOWN;
        }
        if (first == last ? is_same((char)first, c, flags) : first <= (unsigned char)c && (unsigned char)c <= last) found = MATCH;
    }
    *pattern = at + 1;
    return not ? (found == MATCH ? NO_MATCH : MATCH) : found;
}

/* `is_start`: a period here is one that begins a name. */
static int match(const char *pattern, const char *text, int flags, int is_start) {
    while (*pattern != 0) {
        char c = *pattern++;
        int is_hidden = is_start && flags & PERIODS && *text == '.', is_end = *text == 0 || (*text == '/' && flags & PATHS);
        if (flags & EXTENDED && *pattern == '(') return UNKNOWN;
        if (c == '*') {
            if (is_hidden) return NO_MATCH;
            for (;; text++, is_start = 0) {
                int result = match(pattern, text, flags, is_start);
                if (result != NO_MATCH) return result;
                if (*text == 0 || (*text == '/' && flags & PATHS)) return NO_MATCH;
            }
        }
        if (c == '?' || c == '[') {
            if (is_hidden || is_end) return c == '?' || *text == 0 ? NO_MATCH : UNKNOWN;
            int result = c == '?' ? MATCH : match_one_of(&pattern, *text, flags);
            if (result != MATCH) return result;
        } else {
            if (c == '\\' && !(flags & NO_ESCAPE)) c = *pattern++;
            if (c == 0 || !is_same(c, *text, flags)) return NO_MATCH;
        }
        is_start = *text == '/' && flags & PATHS;
        text++;
    }
    return *text == 0 || (*text == '/' && flags & LEADING) ? MATCH : NO_MATCH;
}

/* Where memory is short, it is neither. */
int fnmatch(const char *pattern, const char *text, int flags) {
    __cairn_contract("text text number");
    if (__cairn_coarse()) {
        (void)cairn_strlen(pattern), (void)cairn_strlen(text);
        long long what = __cairn_random(NO_MATCH);
        return what == MATCH ? MATCH : what == NO_MATCH ? NO_MATCH : -1;
    }
    int result = match(pattern, text, flags, 1);
    return result != UNKNOWN ? result : __cairn_random(NO_MATCH) != 0;
}
