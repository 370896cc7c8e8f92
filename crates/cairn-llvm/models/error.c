/* error.h: messages of a program to standard error, which may end it. Where a program has to do with its name, the functions of
 * error_name.c take the place of these. */
#include "cairn_model.h"

void exit(int code) __attribute__((noreturn));
int fflush(FILE *file);
int fputs(const char *text, FILE *file);
int fprintf(FILE *file, const char *format, ...);

unsigned error_message_count;
int error_one_per_line;
/* What `error_at_line` was last given. */
const char *cairn_lib_error_file;
unsigned cairn_lib_error_line;

/* Whoever follows many executions does not need to know which text it is. */
void cairn_lib_error_end(int status, int number, const char *format, va_list list) {
    cairn_lib_vfprintf(stderr, format, list);
    error_message_count++;
    if (number != 0 && !__cairn_coarse()) fprintf(stderr, ": %s", cairn_lib_error_text(number));
    if (!__cairn_coarse()) fputs("\n", stderr);
    if (status != 0) exit(status);
}

/* False if there was a message for this line. */
int cairn_lib_error_is_new(const char *file, unsigned line) {
    const char *last = cairn_lib_error_file;
    if (!error_one_per_line) return 1;
    if (line == cairn_lib_error_line && (file == last || (file != NULL && last != NULL && cairn_strcmp(file, last) == 0))) return 0;
    cairn_lib_error_file = file;
    cairn_lib_error_line = line;
    return 1;
}

void cairn_lib_error_place(const char *file, unsigned line) {
    if (!__cairn_coarse()) fprintf(stderr, file != NULL ? "%s:%u: " : " ", file, line);
    else if (file != NULL) (void)cairn_strlen(file);
}

static void begin(void) {
    fflush(stdout);
    if (!__cairn_coarse()) fputs("program: ", stderr);
}

__attribute__((weak)) void error(int status, int number, const char *format, ...) {
    __cairn_contract("zero number format +stdout +stderr");
    va_list list;
    begin();
    va_start(list, format);
    cairn_lib_error_end(status, number, format, list);
    va_end(list);
}

__attribute__((weak)) void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    va_list list;
    if (!cairn_lib_error_is_new(file, line)) return;
    begin();
    cairn_lib_error_place(file, line);
    va_start(list, format);
    cairn_lib_error_end(status, number, format, list);
    va_end(list);
}
