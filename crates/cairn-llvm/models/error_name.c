/* error.h and errno.h: the program's name, and messages that begin with it. Programs are linked with this only if they use a name that is
 * defined here and nowhere else; then these functions win over those of error.c. */
#include "cairn_model.h"

int fflush(FILE *file);
int fputs(const char *text, FILE *file);
void cairn_lib_error_end(int status, int number, const char *format, va_list list);
int cairn_lib_error_is_new(const char *file, unsigned line);
void cairn_lib_error_place(const char *file, unsigned line);

/* Called instead of writing the name. */
void (*error_print_progname)(void);

/* What the system said; of any length, and nobody knows it. */
extern char cairn_lib_unknown_name[];
char *program_invocation_name = cairn_lib_unknown_name;
char *program_invocation_short_name = cairn_lib_unknown_name;
/* Others know them by these names. */
extern char *__progname __attribute__((alias("program_invocation_short_name")));
extern char *__progname_full __attribute__((alias("program_invocation_name")));

static void begin(void) {
    fflush(stdout);
    if (error_print_progname != NULL) error_print_progname();
    else if (program_invocation_name != cairn_lib_unknown_name) fputs(program_invocation_name, stderr), fputs(": ", stderr);
    else if (!__cairn_coarse()) fputs("program: ", stderr);
}

void error(int status, int number, const char *format, ...) {
    va_list list;
    begin();
    va_start(list, format);
    cairn_lib_error_end(status, number, format, list);
    va_end(list);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    va_list list;
    if (!cairn_lib_error_is_new(file, line)) return;
    begin();
    cairn_lib_error_place(file, line);
    va_start(list, format);
    cairn_lib_error_end(status, number, format, list);
    va_end(list);
}
