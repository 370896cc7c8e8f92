/* stdio.h: formatted output to streams and descriptors. */
#include "cairn_model.h"

int cairn_lib_vfprintf(FILE *file, const char *format, va_list list) {
    struct cairn_sink sink;
    cairn_look_at(file); /* without one, text would only be counted */
    sink.file = file;
    sink.bytes = NULL;
    sink.wide = NULL;
    sink.room = 0;
    sink.total = 0;
    sink.failed = 0;
    sink.pending_count = 0;
    return cairn_lib_format(&sink, format, list);
}

int vfprintf(FILE *file, const char *format, va_list list) { return cairn_lib_vfprintf(file, format, list); }
int vprintf(const char *format, va_list list) { return cairn_lib_vfprintf(stdout, format, list); }

int printf(const char *format, ...) {
    __cairn_contract("format +stdout");
    va_list list;
    va_start(list, format);
    int count = cairn_lib_vfprintf(stdout, format, list);
    va_end(list);
    return count;
}

int fprintf(FILE *file, const char *format, ...) {
    __cairn_contract("stream format");
    va_list list;
    va_start(list, format);
    int count = cairn_lib_vfprintf(file, format, list);
    va_end(list);
    return count;
}

int __printf_chk(int flag, const char *format, ...) {
    __cairn_contract("any format +stdout");
    va_list list;
    (void)flag;
    va_start(list, format);
    int count = cairn_lib_vfprintf(stdout, format, list);
    va_end(list);
    return count;
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
    __cairn_contract("stream any format");
    va_list list;
    (void)flag;
    va_start(list, format);
    int count = cairn_lib_vfprintf(file, format, list);
    va_end(list);
    return count;
}

int __vprintf_chk(int flag, const char *format, va_list list) {
    (void)flag;
    return cairn_lib_vfprintf(stdout, format, list);
}

int __vfprintf_chk(FILE *file, int flag, const char *format, va_list list) {
    (void)flag;
    return cairn_lib_vfprintf(file, format, list);
}

int vdprintf(int fd, const char *format, va_list list) {
    FILE file = {.fd = fd};
    return cairn_lib_vfprintf(&file, format, list);
}

int dprintf(int fd, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vdprintf(fd, format, list);
    va_end(list);
    return count;
}
