/* stdio.h: formatted output to memory. Each byte is stored where it belongs, so the first one too far is reported. */
#include "cairn_model.h"

int cairn_lib_vsnprintf(char *to, size_t size, const char *format, va_list list) {
    struct cairn_sink sink;
    sink.file = NULL;
    sink.bytes = to;
    sink.wide = NULL;
    sink.room = size;
    sink.total = 0;
    sink.failed = 0;
    sink.pending_count = 0;
    int count = cairn_lib_format(&sink, format, list);
    if (size > 0) to[sink.total < size ? sink.total : size - 1] = 0;
    return count;
}

int vsnprintf(char *to, size_t size, const char *format, va_list list) { return cairn_lib_vsnprintf(to, size, format, list); }
int vsprintf(char *to, const char *format, va_list list) { return cairn_lib_vsnprintf(to, SIZE_MAX, format, list); }

int snprintf(char *to, size_t size, const char *format, ...) {
    __cairn_contract("room size format");
    va_list list;
    va_start(list, format);
    int count = cairn_lib_vsnprintf(to, size, format, list);
    va_end(list);
    return count;
}

int sprintf(char *to, const char *format, ...) {
    __cairn_contract("room format");
    va_list list;
    va_start(list, format);
    int count = cairn_lib_vsnprintf(to, SIZE_MAX, format, list);
    va_end(list);
    return count;
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
    __cairn_contract("room size any any format");
    va_list list;
    (void)flag, (void)room;
    va_start(list, format);
    int count = cairn_lib_vsnprintf(to, size, format, list);
    va_end(list);
    return count;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
    va_list list;
    (void)flag, (void)room;
    va_start(list, format);
    int count = cairn_lib_vsnprintf(to, SIZE_MAX, format, list);
    va_end(list);
    return count;
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list list) {
    (void)flag, (void)room;
    return cairn_lib_vsnprintf(to, size, format, list);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list list) {
    (void)flag, (void)room;
    return cairn_lib_vsnprintf(to, SIZE_MAX, format, list);
}

/* Formats twice: to count, and into a block of that size. Where that fails, some libraries leave the pointer as it was. */
int vasprintf(char **result, const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int count = cairn_lib_vsnprintf(NULL, 0, format, list);
    char *text = count < 0 ? NULL : CAIRN_MALLOC((size_t)count + 1);
    if (text == NULL) count = -1;
    else cairn_lib_vsnprintf(text, (size_t)count + 1, format, again);
    va_end(again);
    if (text != NULL || __cairn_random(0) != 0) *result = text;
    return count;
}

int asprintf(char **result, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vasprintf(result, format, list);
    va_end(list);
    return count;
}

int __asprintf_chk(char **result, int flag, const char *format, ...) {
    va_list list;
    (void)flag;
    va_start(list, format);
    int count = vasprintf(result, format, list);
    va_end(list);
    return count;
}

int __vasprintf_chk(char **result, int flag, const char *format, va_list list) {
    (void)flag;
    return vasprintf(result, format, list);
}
