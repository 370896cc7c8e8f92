/* stdio.h: formatted input from streams and strings, under the names that headers of different standards use. */
#include "cairn_model.h"

static int scan_file(FILE *file, const char *format, va_list list) {
    struct cairn_source source = {.file = file};
    cairn_look_at(file);
    return cairn_lib_scan(&source, format, list);
}

static int scan_string(const char *text, const char *format, va_list list) {
    (void)cairn_strlen(text); /* all of it is looked at first */
    struct cairn_source source = {.bytes = text};
    return cairn_lib_scan(&source, format, list);
}

int vfscanf(FILE *file, const char *format, va_list list) { return scan_file(file, format, list); }
int vscanf(const char *format, va_list list) { return scan_file(stdin, format, list); }
int vsscanf(const char *text, const char *format, va_list list) { return scan_string(text, format, list); }

int scanf(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(stdin, format, list);
    va_end(list);
    return count;
}

int fscanf(FILE *file, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(file, format, list);
    va_end(list);
    return count;
}

int sscanf(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_string(text, format, list);
    va_end(list);
    return count;
}

int __isoc99_vfscanf(FILE *file, const char *format, va_list list) { return scan_file(file, format, list); }
int __isoc99_vscanf(const char *format, va_list list) { return scan_file(stdin, format, list); }
int __isoc99_vsscanf(const char *text, const char *format, va_list list) { return scan_string(text, format, list); }

int __isoc99_scanf(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(stdin, format, list);
    va_end(list);
    return count;
}

int __isoc99_fscanf(FILE *file, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(file, format, list);
    va_end(list);
    return count;
}

int __isoc99_sscanf(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_string(text, format, list);
    va_end(list);
    return count;
}

int __isoc23_vfscanf(FILE *file, const char *format, va_list list) { return scan_file(file, format, list); }
int __isoc23_vscanf(const char *format, va_list list) { return scan_file(stdin, format, list); }
int __isoc23_vsscanf(const char *text, const char *format, va_list list) { return scan_string(text, format, list); }

int __isoc23_scanf(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(stdin, format, list);
    va_end(list);
    return count;
}

int __isoc23_fscanf(FILE *file, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_file(file, format, list);
    va_end(list);
    return count;
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = scan_string(text, format, list);
    va_end(list);
    return count;
}
