/* err.h: messages of a program to standard error, with or without what went wrong last, which may end it. */
#include "cairn_model.h"

void exit(int code) __attribute__((noreturn));

static void write_text(const char *text) { cairn_lib_file_write(stderr, text, cairn_strlen(text)); }

/* Whoever follows many executions does not need to know which text it is. */
static void tell(const char *format, va_list list) {
    if (!__cairn_coarse()) write_text("program: ");
    if (format != NULL) cairn_lib_vfprintf(stderr, format, list);
}
static void tell_error(int number, const char *format, va_list list) {
    tell(format, list);
    if (__cairn_coarse()) return;
    if (format != NULL) write_text(": ");
    write_text(cairn_lib_error_text(number));
    write_text("\n");
}
static void tell_only(const char *format, va_list list) {
    tell(format, list);
    if (!__cairn_coarse()) write_text("\n");
}

void vwarn(const char *format, va_list list) { tell_error(errno, format, list); }
void vwarnx(const char *format, va_list list) { tell_only(format, list); }
__attribute__((noreturn)) void verr(int status, const char *format, va_list list) {
    tell_error(errno, format, list);
    exit(status);
}
__attribute__((noreturn)) void verrx(int status, const char *format, va_list list) {
    tell_only(format, list);
    exit(status);
}

void warn(const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell_error(errno, format, list);
    va_end(list);
}
void warnx(const char *format, ...) {
    va_list list;
    va_start(list, format);
    tell_only(format, list);
    va_end(list);
}
__attribute__((noreturn)) void err(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    verr(status, format, list);
}
__attribute__((noreturn)) void errx(int status, const char *format, ...) {
    va_list list;
    va_start(list, format);
    verrx(status, format, list);
}
