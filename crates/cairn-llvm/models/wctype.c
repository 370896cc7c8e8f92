/* wctype.h and conversions between multibyte and wide characters, in the C locale: ASCII. */
#include "cairn_model.h"

/* What is not 0 is the bit of the class in glibc. */
int iswdigit(wint_t c) { return c >= '0' && c <= '9' ? 0x800 : 0; }
int iswupper(wint_t c) { return c >= 'A' && c <= 'Z' ? 0x100 : 0; }
int iswlower(wint_t c) { return c >= 'a' && c <= 'z' ? 0x200 : 0; }
int iswalpha(wint_t c) { return iswupper(c) || iswlower(c) ? 0x400 : 0; }
int iswalnum(wint_t c) { return iswalpha(c) || iswdigit(c) ? 0x8 : 0; }
int iswxdigit(wint_t c) { return iswdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') ? 0x1000 : 0; }
int iswspace(wint_t c) { return c == ' ' || (c >= '\t' && c <= '\r') ? 0x2000 : 0; }
int iswblank(wint_t c) { return c == ' ' || c == '\t'; }
int iswcntrl(wint_t c) { return c < 32 || c == 127 ? 0x2 : 0; }
int iswprint(wint_t c) { return c >= 32 && c < 127 ? 0x4000 : 0; }
int iswgraph(wint_t c) { return c > 32 && c < 127 ? 0x8000 : 0; }
int iswpunct(wint_t c) { return iswgraph(c) && !iswalnum(c) ? 0x4 : 0; }
wint_t towlower(wint_t c) { return iswupper(c) ? c + ('a' - 'A') : c; }
wint_t towupper(wint_t c) { return iswlower(c) ? c - ('a' - 'A') : c; }

wint_t btowc(int c) { return c >= 0 && !cairn_lib_means_nothing((unsigned)c) ? (wint_t)c : WEOF; }
int wctob(wint_t c) { return !cairn_lib_means_nothing(c) ? (int)c : EOF; }
size_t __ctype_get_mb_cur_max(void) { return 1; }
int mbsinit(const void *state) { return (void)state, 1; }

int mbtowc(wchar_t *to, const char *from, size_t count) {
    if (from == NULL) return 0;
    if (count == 0) return -1;
    unsigned char c = (unsigned char)*from;
    if (cairn_lib_means_nothing(c)) return errno = EILSEQ, -1;
    if (to != NULL) *to = c;
    return c != 0;
}

size_t mbrtowc(wchar_t *to, const char *from, size_t count, void *state) {
    (void)state;
    if (from == NULL) return 0;
    if (count == 0) return (size_t)-2;
    return (size_t)(ssize_t)mbtowc(to, from, count);
}

size_t mbrlen(const char *from, size_t count, void *state) { return mbrtowc(NULL, from, count, state); }
int mblen(const char *from, size_t count) { return mbtowc(NULL, from, count); }

int wctomb(char *to, wchar_t c) {
    if (to == NULL) return 0;
    if (cairn_lib_means_nothing((unsigned)c)) return errno = EILSEQ, -1;
    *to = (char)c;
    return 1;
}

size_t wcrtomb(char *to, wchar_t c, void *state) { return (void)state, to == NULL ? 1 : (size_t)(ssize_t)wctomb(to, c); }

/* `*stopped` becomes the number of characters that were converted. */
static size_t to_wide(wchar_t *to, const char *from, size_t count, size_t *stopped) {
    size_t i = 0;
    for (; to == NULL || i < count; i++) {
        *stopped = i;
        if (cairn_lib_means_nothing((unsigned char)from[i])) return errno = EILSEQ, (size_t)-1;
        if (to != NULL) to[i] = (unsigned char)from[i];
        if (from[i] == 0) return i;
    }
    return *stopped = i;
}

static size_t to_bytes(char *to, const wchar_t *from, size_t count, size_t *stopped) {
    size_t i = 0;
    for (; to == NULL || i < count; i++) {
        *stopped = i;
        if (cairn_lib_means_nothing((unsigned)from[i])) return errno = EILSEQ, (size_t)-1;
        if (to != NULL) to[i] = (char)from[i];
        if (from[i] == 0) return i;
    }
    return *stopped = i;
}

size_t mbstowcs(wchar_t *to, const char *from, size_t count) {
    size_t stopped;
    return to_wide(to, from, count, &stopped);
}

size_t wcstombs(char *to, const wchar_t *from, size_t count) {
    size_t stopped;
    return to_bytes(to, from, count, &stopped);
}

/* The whole string was read if *from becomes null; else it is left behind what was converted. */
size_t mbsrtowcs(wchar_t *to, const char **from, size_t count, void *state) {
    (void)state;
    size_t stopped, done = to_wide(to, *from, count, &stopped);
    if (to != NULL) *from = done != (size_t)-1 && done < count ? NULL : *from + stopped;
    return done;
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t count, void *state) {
    (void)state;
    size_t stopped, done = to_bytes(to, *from, count, &stopped);
    if (to != NULL) *from = done != (size_t)-1 && done < count ? NULL : *from + stopped;
    return done;
}
