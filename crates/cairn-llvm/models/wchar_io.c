/* wchar.h: input and output of wide characters. In the C locale they are ASCII, so the formats are read as bytes, by
 * what printf and scanf are made of.
 */
#include "cairn_model.h"

/* Copies the format into `to`; false if a character is beyond ASCII, which others pass on. */
static int narrow(char *to, const wchar_t *from, size_t length) {
    for (size_t i = 0; i <= length; i++) {
        if ((unsigned)from[i] > 127) return __cairn_unspecified(), errno = EILSEQ, 0;
        to[i] = (char)from[i];
    }
    return 1;
}

static int format_wide(struct cairn_sink *sink, const wchar_t *format, va_list list) {
    size_t length = cairn_wcslen(format);
    char bytes[length + 1];
    if (!narrow(bytes, format, length)) return -1;
    sink->total = 0;
    sink->failed = 0;
    sink->pending_count = 0;
    return cairn_lib_format(sink, bytes, list);
}

int vfwprintf(FILE *file, const wchar_t *format, va_list list) {
    struct cairn_sink sink;
    cairn_look_at(file); /* without one, text would only be counted */
    if (!cairn_lib_file_begin_wide(file)) return -1;
    sink.file = file;
    sink.bytes = NULL;
    sink.wide = NULL;
    sink.room = 0;
    int count = format_wide(&sink, format, list);
    cairn_lib_file_end_wide(file);
    return count;
}

int vwprintf(const wchar_t *format, va_list list) { return vfwprintf(stdout, format, list); }

/* Unlike snprintf, too little room is an error. */
int vswprintf(wchar_t *to, size_t size, const wchar_t *format, va_list list) {
    struct cairn_sink sink;
    if (size == 0) return -1;
    sink.file = NULL;
    sink.bytes = NULL;
    sink.wide = to;
    sink.room = size;
    int count = format_wide(&sink, format, list);
    if (count < 0) return -1;
    if ((size_t)count >= size) {
        /* Whether what there is room for ends with a terminator, depends on the library. */
        if (__cairn_random(0) != 0) to[size - 1] = 0;
        return -1;
    }
    to[count] = 0;
    return count;
}

static int scan_wide(struct cairn_source *source, const wchar_t *format, va_list list) {
    size_t length = cairn_wcslen(format);
    char bytes[length + 1];
    return narrow(bytes, format, length) ? cairn_lib_scan(source, bytes, list) : EOF;
}

static int scan_file(FILE *file, const wchar_t *format, va_list list) {
    struct cairn_source source = {.file = file};
    cairn_look_at(file);
    if (!cairn_lib_file_begin_wide(file)) return EOF;
    int count = scan_wide(&source, format, list);
    cairn_lib_file_end_wide(file);
    return count;
}

static int scan_string(const wchar_t *text, const wchar_t *format, va_list list) {
    (void)cairn_wcslen(text); /* all of it is looked at first */
    struct cairn_source source = {.wide = text};
    return scan_wide(&source, format, list);
}

int wprintf(const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vfwprintf(stdout, format, list);
    va_end(list);
    return count;
}

int fwprintf(FILE *file, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vfwprintf(file, format, list);
    va_end(list);
    return count;
}

int swprintf(wchar_t *to, size_t size, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vswprintf(to, size, format, list);
    va_end(list);
    return count;
}

int wscanf(const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(stdin, format, list);
    va_end(list);
    return count;
}

int fwscanf(FILE *file, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(file, format, list);
    va_end(list);
    return count;
}

int swscanf(const wchar_t *text, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_string(text, format, list);
    va_end(list);
    return count;
}

int __isoc99_wscanf(const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(stdin, format, list);
    va_end(list);
    return count;
}

int __isoc99_fwscanf(FILE *file, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(file, format, list);
    va_end(list);
    return count;
}

int __isoc99_swscanf(const wchar_t *text, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_string(text, format, list);
    va_end(list);
    return count;
}

int __isoc23_wscanf(const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(stdin, format, list);
    va_end(list);
    return count;
}

int __isoc23_fwscanf(FILE *file, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(file, format, list);
    va_end(list);
    return count;
}

int __isoc23_swscanf(const wchar_t *text, const wchar_t *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_string(text, format, list);
    va_end(list);
    return count;
}

wint_t fputwc(wchar_t c, FILE *file) {
    char byte = (char)c;
    if ((unsigned)c > 127) { /* whether it can be written is found out now, later, or never */
        if (__cairn_random(0) == 0) return errno = EILSEQ, WEOF;
        byte = '?';
    }
    if (!cairn_lib_file_begin_wide(file)) return WEOF;
    size_t written = cairn_lib_file_write(file, &byte, 1);
    cairn_lib_file_end_wide(file);
    return written == 1 ? (wint_t)c : WEOF;
}

wint_t putwc(wchar_t c, FILE *file) { return fputwc(c, file); }
wint_t putwchar(wchar_t c) { return fputwc(c, stdout); }

int fputws(const wchar_t *text, FILE *file) {
    for (; *text != 0; text++) {
        if (fputwc(*text, file) == WEOF) return EOF;
    }
    return 1;
}

wint_t fgetwc(FILE *file) {
    if (!cairn_lib_file_begin_wide(file)) return WEOF;
    int c = cairn_lib_file_get(file);
    cairn_lib_file_end_wide(file);
    if (c > 127 && cairn_lib_means_nothing((unsigned)c)) {
        errno = EILSEQ;
        file->flags |= FILE_ERROR;
        return WEOF;
    }
    return c == EOF ? WEOF : (wint_t)c;
}

wint_t getwc(FILE *file) { return fgetwc(file); }
wint_t getwchar(void) { return fgetwc(stdin); }
wint_t ungetwc(wint_t c, FILE *file) {
    return c == WEOF || cairn_lib_means_nothing(c) || cairn_lib_file_unget(file, (int)c) == EOF ? WEOF : c;
}

wchar_t *fgetws(wchar_t *line, int size, FILE *file) {
    int count = 0;
    if (size <= 0) return NULL;
    while (count < size - 1) {
        wint_t c = fgetwc(file);
        if (c == WEOF) break;
        line[count++] = (wchar_t)c;
        if (c == '\n') break;
    }
    if (count == 0 && size > 1) return NULL;
    line[count] = 0;
    return line;
}

/* What the stream was used for decides, which is not known here. */
int fwide(FILE *file, int mode) {
    cairn_look_at(file);
    __cairn_unspecified();
    if (!__cairn_coarse()) __cairn_assume(0);
    return (int)__cairn_random(mode);
}
