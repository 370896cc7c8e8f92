/* What library models are written with: the primitives, the types of the C library, and what models share.
 *
 * Models include this header and nothing else, so that they compile with any Clang for any data model. A primitive is
 * a function `__cairn_<name>` without a body; the front end turns a call into an instruction of the IR.
 */
#ifndef CAIRN_MODEL_H
#define CAIRN_MODEL_H

/* A product and a sum round twice, as in the functions that are modelled. */
#pragma STDC FP_CONTRACT OFF

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef __builtin_va_list va_list;
typedef long off_t;
typedef long long off64_t;
typedef long time_t;

#define NULL ((void *)0)
#define EOF (-1)
#define WEOF (0xffffffffu)
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define SIZE_MAX __SIZE_MAX__
#define INT_MAX __INT_MAX__
#define INT_MIN (-INT_MAX - 1)
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1)
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)

/* ---- verification ---- */

/* Reaching this is an error of the given rule, a literal such as "assertion-failure". */
void __cairn_fail(const char *rule, const char *message) __attribute__((noreturn));
/* Executions in which the condition is false are not considered. */
void __cairn_assume(int condition);

/* Any value of the type. */
_Bool __cairn_nondet_bool(void);
char __cairn_nondet_char(void);
signed char __cairn_nondet_schar(void);
unsigned char __cairn_nondet_uchar(void);
short __cairn_nondet_short(void);
unsigned short __cairn_nondet_ushort(void);
int __cairn_nondet_int(void);
unsigned __cairn_nondet_uint(void);
long __cairn_nondet_long(void);
unsigned long __cairn_nondet_ulong(void);
long long __cairn_nondet_longlong(void);
unsigned long long __cairn_nondet_ulonglong(void);
#ifdef __SIZEOF_INT128__
__int128 __cairn_nondet_int128(void);
unsigned __int128 __cairn_nondet_uint128(void);
#endif
float __cairn_nondet_float(void);
double __cairn_nondet_double(void);
long double __cairn_nondet_longdouble(void);
void *__cairn_nondet_pointer(void);

/* ---- heap ---- */

/* Never fails; `zeroed` is a literal 0 or 1. */
void *__cairn_heap_alloc(size_t size, size_t align, int zeroed);
/* The block must be live and `block` its start; anything else is reported, null as well. */
void __cairn_heap_free(void *block);
size_t __cairn_heap_size(void *block);
/* Does this allocation fail? A choice of the execution. */
_Bool __cairn_alloc_fails(void);
/* For whoever follows many executions at once: is that so, and is this a certain number? */
_Bool __cairn_coarse(void);
/* The bytes become input: any bytes, asked for in words of 1, 2, 4 or 8. */
void __cairn_fill(void *bytes, size_t count, size_t word);
_Bool __cairn_known(long long value);
/* What is enough of the arguments for a call to break no rule, one word for each, whatever happened before: see README.md. */
void __cairn_contract(const char *words);
/* What the model does next is one of several things that the standard permits. */
void __cairn_unspecified(void);

/* Do links at this offset lead from here to null? A way through what is gone leads nowhere. */
_Bool __cairn_is_list(const void *start, size_t next);

/* ---- the outside world ---- */

ssize_t __cairn_write(int fd, const void *bytes, size_t count);
ssize_t __cairn_read(int fd, void *bytes, size_t count);
/* How: one of the OPEN_ constants. Gives a descriptor or -1. */
int __cairn_open(const char *path, int how);
int __cairn_close(int fd);
long long __cairn_seek(int fd, long long offset, int whence);
int __cairn_unlink(const char *path);
int __cairn_rename(const char *from, const char *to);
long long __cairn_time(void);
long long __cairn_clock(void);
char *__cairn_getenv(const char *name);
/* A descriptor for somebody outside, who sends and takes bytes, or -1. */
int __cairn_connect(void);
/* A number from 0 to 2^31 - 1 that nobody can rely on; `usual` is what glibc gives. */
long long __cairn_random(long long usual);
void __cairn_exit(int code) __attribute__((noreturn));
void __cairn_abort(void) __attribute__((noreturn));

enum { OPEN_READ, OPEN_WRITE, OPEN_APPEND, OPEN_UPDATE, OPEN_TRUNCATE_UPDATE, OPEN_APPEND_UPDATE };

/* ---- numbers and text ---- */

int __cairn_format_double(char *buffer, size_t size, const char *conversion, double value);
int __cairn_format_long_double(char *buffer, size_t size, const char *conversion, const long double *value);
float __cairn_parse_float(const char *text, char **end);
double __cairn_parse_double(const char *text, char **end);
void __cairn_parse_long_double(const char *text, char **end, long double *result);

double __cairn_sin(double), __cairn_cos(double), __cairn_tan(double);
double __cairn_asin(double), __cairn_acos(double), __cairn_atan(double), __cairn_atan2(double, double);
double __cairn_sinh(double), __cairn_cosh(double), __cairn_tanh(double);
double __cairn_asinh(double), __cairn_acosh(double), __cairn_atanh(double);
double __cairn_exp(double), __cairn_exp2(double), __cairn_expm1(double);
double __cairn_log(double), __cairn_log2(double), __cairn_log10(double), __cairn_log1p(double);
double __cairn_pow(double, double), __cairn_cbrt(double), __cairn_hypot(double, double);
double __cairn_erf(double), __cairn_erfc(double), __cairn_tgamma(double), __cairn_lgamma(double);

/* ---- threads ---- */

/* Starts `start(argument)`; gives the thread's number, from 1 on. */
int __cairn_thread_start(void *(*start)(void *), void *argument);
void *__cairn_thread_join(int thread);
int __cairn_thread_self(void);
void __cairn_thread_exit(void *result) __attribute__((noreturn));
/* Waits until the word is 0, then sets it to 1, in one step. */
void __cairn_lock(int *word);
void __cairn_unlock(int *word);
void __cairn_wait_while(int *word, int value);
/* From begin to end no other thread runs. They nest. */
void __cairn_atomic_begin(void);
void __cairn_atomic_end(void);
void __cairn_yield(void);

/* ---- what models share with one another: `cairn_lib_*`, so that a program's own `strlen` is never called ---- */

int *__errno_location(void);
#define errno (*__errno_location())
enum {
    EPERM = 1, ENOENT = 2, EINTR = 4, EBADF = 9, EAGAIN = 11, ENOMEM = 12, EACCES = 13, EBUSY = 16, EEXIST = 17,
    EINVAL = 22, EMFILE = 24, ENOTTY = 25, ESPIPE = 29, EDOM = 33, ERANGE = 34, EDEADLK = 35, ENOSYS = 38,
    EILSEQ = 84, EOVERFLOW = 75, ENOTSUP = 95, ETIMEDOUT = 110
};

/* What succeeds may set errno, too, if nothing is promised: whoever looks outside, writes, or loads a zone or a locale. */
extern _Thread_local int cairn_lib_errno, cairn_lib_errno_is_open;
static inline void cairn_may_set_errno(void) { cairn_lib_errno_is_open = 1; }
static inline void cairn_set_errno(int number) {
    cairn_lib_errno = number;
    cairn_lib_errno_is_open = 0;
}

/* Something outside went wrong: gives -1, with errno. Which number it is, nobody can rely on. */
static inline int cairn_outside_error(int usual) {
    long long number = __cairn_random(usual);
    cairn_set_errno(number > 0 && number < 134 ? (int)number : usual);
    return -1;
}

/* A number that nobody can rely on, and that stays the same: `*known` keeps it, plus one. */
static inline long long cairn_random_once(long long *known, long long usual) {
    if (*known == 0) {
        long long number = __cairn_random(usual);
        *known = (number < 0 || number > INT_MAX ? usual : number) + 1;
    }
    return *known - 1;
}

static inline size_t cairn_strlen(const char *text) {
    size_t length = 0;
    while (text[length] != 0) length++;
    return length;
}

static inline size_t cairn_strnlen(const char *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length] != 0) length++;
    return length;
}

static inline size_t cairn_wcslen(const wchar_t *text) {
    size_t length = 0;
    while (text[length] != 0) length++;
    return length;
}

static inline int cairn_strcmp(const char *a, const char *b) {
    while (*a != 0 && *a == *b) a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

/* A descriptor for the file, or -1. For whoever follows many executions at once, any file may be there, and the path is only looked at. */
static inline int cairn_open(const char *path, int how) {
    if (!__cairn_coarse()) return __cairn_open(path, how);
    (void)cairn_strlen(path);
    int fd = __cairn_connect();
    return fd < 0 ? -1 : fd;
}

static inline int cairn_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline int cairn_is_digit(int c) { return c >= '0' && c <= '9'; }
static inline int cairn_to_lower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

/* The value of a digit in bases up to 36, or 99. */
static inline int cairn_digit_value(int c) {
    if (cairn_is_digit(c)) return c - '0';
    c = cairn_to_lower(c);
    return c >= 'a' && c <= 'z' ? c - 'a' + 10 : 99;
}

/* No address space has room for more. */
#define CAIRN_LARGEST_BLOCK (sizeof(size_t) == 8 ? (size_t)(1ull << 46) : (size_t)PTRDIFF_MAX)

/* Called before a block is refused that is too large for any address space. Tasks of the competition go no further. */
void cairn_lib_no_room(void);
static inline void *cairn_refuse_block(void) {
    cairn_lib_no_room();
    cairn_set_errno(ENOMEM);
    return NULL;
}

/* malloc's decision: null, with errno, if this allocation fails. `zeroed` must be a literal, hence a macro. */
#define CAIRN_ALLOCATE(size, align, zeroed) \
    ((size) > CAIRN_LARGEST_BLOCK ? cairn_refuse_block() \
        : __cairn_alloc_fails() ? (cairn_set_errno(ENOMEM), NULL) : __cairn_heap_alloc((size), (align), (zeroed)))
#define CAIRN_MALLOC(size) CAIRN_ALLOCATE(size, 16, 0)

const char *cairn_lib_error_text(int number);
/* Does a byte, or the wide character of that number, stand for nothing? Beyond ASCII, libraries differ in the C locale. */
int cairn_lib_means_nothing(unsigned c);

/* A stream. It begins as glibc's does, because inline functions of its headers look at these members: both ends of
 * each buffer stay null, so that they call `__uflow` and `__overflow`. Nothing is buffered: order is by call. */
typedef struct cairn_file {
    int flags;
    char *buffers[11];
    int used;
    /* Its place in the table of streams; -1 for the three that are always there. */
    int slot;
    int fd;
    int pushed_count;
    unsigned char pushed[8];
    /* Of open_memstream and fmemopen; `memory` is null for other streams. */
    char *memory;
    size_t memory_size, memory_position, memory_capacity;
    int memory_is_read_only;
    /* What the stream was used for: less than 0 for bytes, more for wide characters; not kept by whoever follows many executions. */
    int orientation;
    char **result_text;
    size_t *result_size;
    /* What setvbuf was given: the stream holds it. */
    char *own_buffer;
} FILE;

enum { FILE_END = 0x10, FILE_ERROR = 0x20 };

extern FILE *stdin, *stdout, *stderr;

/* What has nothing to do still looks at the stream: one that was closed is found out. */
static inline void cairn_look_at(const FILE *file) {
    int fd = file->fd;
    (void)fd;
}
/* How many bytes were written; fewer than `count` on an error. */
size_t cairn_lib_file_write(FILE *file, const void *bytes, size_t count);
/* Before wide characters are written or read: gives false where bytes were. Behind them comes the other one. */
int cairn_lib_file_begin_wide(FILE *file);
void cairn_lib_file_end_wide(FILE *file);
/* The next byte, or EOF. */
int cairn_lib_file_get(FILE *file);
int cairn_lib_file_unget(FILE *file, int c);
/* Set by whoever gives a stream memory of the program's: then its calls may go wrong by what became of that. */
void cairn_lib_allow_memory_files(void);
int cairn_lib_is_in_memory(const FILE *file);
/* What was written becomes visible to the program. */
void cairn_lib_publish_memory(FILE *file);
void cairn_lib_finish_memory(FILE *file);
void cairn_lib_publish_all(void);
/* A new stream for the descriptor, or null. */
FILE *cairn_lib_file_new(int fd);
/* It ends: its memory is gone, unless it is one of the three. */
void cairn_lib_file_end(FILE *file);

/* Where formatted output goes: a stream (through a small buffer), an array of bytes or of wide characters. */
struct cairn_sink {
    FILE *file;
    char *bytes;
    wchar_t *wide;
    /* Places in the array, the terminator's included. */
    size_t room;
    /* Characters produced so far, stored or not. */
    size_t total;
    int failed;
    /* From `vague_from` on, only the length of the text is kept: set if content does not matter or is not known. */
    int vague;
    size_t vague_from;
    int pending_count;
    char pending[128];
};
/* Formats into the sink, without terminator. The number of characters, or -1. */
int cairn_lib_format(struct cairn_sink *sink, const char *format, va_list list);
int cairn_lib_vfprintf(FILE *file, const char *format, va_list list);
int cairn_lib_vsnprintf(char *to, size_t size, const char *format, va_list list);
/* Where formatted input comes from: a stream, a string or a wide string; the two others are null. */
struct cairn_source {
    FILE *file;
    const char *bytes;
    const wchar_t *wide;
    size_t consumed;
};
int cairn_lib_scan(struct cairn_source *source, const char *format, va_list list);

/* What is known of descriptors with small numbers, each plus one: how they were opened, and what `fcntl` set. */
enum { CAIRN_REMEMBERED = 64 };
struct cairn_descriptor {
    int access, flags, status;
};
extern struct cairn_descriptor cairn_lib_descriptors[CAIRN_REMEMBERED];

/* Called with the value of keys when a thread ends; null while no key exists. */
extern void (*cairn_lib_thread_end)(void);

#endif
