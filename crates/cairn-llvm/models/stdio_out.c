/* stdio.h: output of characters, strings and blocks. Nothing is buffered, so flushing has nothing to do. */
#include "cairn_model.h"

int fputc(int c, FILE *file) {
    __cairn_contract("number stream");
    unsigned char byte = (unsigned char)c;
    return cairn_lib_file_write(file, &byte, 1) == 1 ? byte : EOF;
}

int putc(int c, FILE *file) { __cairn_contract("number stream"); return fputc(c, file); }
int _IO_putc(int c, FILE *file) { __cairn_contract("number stream"); return fputc(c, file); }
int putc_unlocked(int c, FILE *file) { __cairn_contract("number stream"); return fputc(c, file); }
int fputc_unlocked(int c, FILE *file) { __cairn_contract("number stream"); return fputc(c, file); }
int __overflow(FILE *file, int c) { __cairn_contract("stream number"); return fputc(c, file); }
int putchar(int c) { __cairn_contract("number +stdout"); return fputc(c, stdout); }
int putchar_unlocked(int c) { __cairn_contract("number +stdout"); return fputc(c, stdout); }

int putw(int word, FILE *file) { return cairn_lib_file_write(file, &word, sizeof word) == sizeof word ? 0 : EOF; }

int fputs(const char *text, FILE *file) {
    __cairn_contract("text stream");
    size_t length = cairn_strlen(text);
    return cairn_lib_file_write(file, text, length) == length ? 1 : EOF;
}

int fputs_unlocked(const char *text, FILE *file) { __cairn_contract("text stream"); return fputs(text, file); }

int puts(const char *text) {
    __cairn_contract("text +stdout");
    if (fputs(text, stdout) == EOF || fputc('\n', stdout) == EOF) return EOF;
    return (int)cairn_strlen(text) + 1;
}

size_t fwrite(const void *items, size_t size, size_t count, FILE *file) {
    if (size == 0 || count == 0) return 0;
    return cairn_lib_file_write(file, items, size * count) / size;
}

size_t fwrite_unlocked(const void *items, size_t size, size_t count, FILE *file) { return fwrite(items, size, count, file); }

void perror(const char *prefix) {
    int number = errno;
    if (prefix != NULL && *prefix != 0) {
        fputs(prefix, stderr);
        fputs(": ", stderr);
    }
    if (!__cairn_coarse()) fputs(cairn_lib_error_text(number), stderr); /* else it does not matter which text it is */
    fputc('\n', stderr);
}

int fflush(FILE *file) {
    __cairn_contract("stream? -cairn_lib_allow_memory_files");
    if (file != NULL && cairn_lib_is_in_memory(file)) cairn_lib_publish_memory(file);
    else if (file == NULL) cairn_lib_publish_all();
    else cairn_look_at(file);
    return 0;
}

int fflush_unlocked(FILE *file) { __cairn_contract("stream? -cairn_lib_allow_memory_files"); return fflush(file); }

/* The stream writes to the buffer whenever it likes, from now on. */
static void use_buffer(FILE *file, char *buffer) {
    cairn_look_at(file);
    if (buffer == NULL) return;
    cairn_lib_allow_memory_files();
    __cairn_unspecified();
    file->own_buffer = buffer;
}

int setvbuf(FILE *file, char *buffer, int mode, size_t size) {
    __cairn_contract("stream number number number");
    (void)size;
    use_buffer(file, buffer);
    if (mode == 0 && buffer == NULL && __cairn_alloc_fails()) return EOF;
    return mode >= 0 && mode <= 2 ? 0 : EOF;
}

void setbuf(FILE *file, char *buffer) { __cairn_contract("stream number"); use_buffer(file, buffer); }
void setbuffer(FILE *file, char *buffer, size_t size) { (void)size, use_buffer(file, buffer); }
void setlinebuf(FILE *file) { __cairn_contract("stream"); cairn_look_at(file); }
