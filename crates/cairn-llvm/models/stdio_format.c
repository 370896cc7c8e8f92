/* Formatted output: what printf, sprintf and wprintf have in common.
 *
 * Arguments are checked by reading them, no more: a wrong type reads what is there. Floating-point numbers are turned
 * into digits by a primitive. Where many executions are followed at once, a text is vague from the first conversion on
 * whose length is not known: then only its length is kept, within bounds. Not here: the functions that a program calls (stdio_printf.c, stdio_sprintf.c, wchar_io.c).
 */
#include "cairn_model.h"

enum length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LL, LENGTH_J, LENGTH_Z, LENGTH_T, LENGTH_BIG_L };

/* One conversion, such as %-8.3lf. */
struct spec {
    int minus, plus, space, alternate, zero;
    int width;     /* -1: none */
    int precision; /* -1: none */
    enum length length;
    int kind;
    /* For `%2$*3$d`: numbers of the arguments, 0: the next one. */
    int argument, width_argument, precision_argument;
    int width_star, precision_star;
};

/* An argument of a format with numbered arguments. */
union argument {
    uintmax_t integer;
    double real;
    long double long_real;
    void *pointer;
};

enum { MAX_NUMBERED = 32 };

struct arguments {
    va_list list;
    int numbered;
    /* Of the numbered ones, so many are known. */
    int count;
    union argument values[MAX_NUMBERED];
};

/* ---- output ---- */

static void flush(struct cairn_sink *sink) {
    if (sink->pending_count == 0) return;
    if (cairn_lib_file_write(sink->file, sink->pending, (size_t)sink->pending_count) < (size_t)sink->pending_count) sink->failed = 1;
    sink->pending_count = 0;
}

/* Text for a file counts by its length only; text in memory is exact as long as possible. */
static void start_vague(struct cairn_sink *sink) {
    sink->vague = sink->file != NULL && !cairn_lib_is_in_memory(sink->file) && __cairn_coarse();
    sink->vague_from = 0;
}

/* A file in memory is always exact. */
static int can_be_vague(const struct cairn_sink *sink) { return sink->vague || (sink->file == NULL && __cairn_coarse()); }

static void become_vague(struct cairn_sink *sink) {
    if (sink->vague) return;
    sink->vague = 1;
    sink->vague_from = sink->total;
}

/* What takes the place of the vague part: any bytes, or a failure to write them. */
static void finish_vague(struct cairn_sink *sink) {
    if (!sink->vague) return;
    if (sink->file != NULL) {
        if (__cairn_random(0) == 0) {
            sink->file->flags |= FILE_ERROR;
            sink->failed = 1;
            cairn_outside_error(EBADF);
        }
        return;
    }
    size_t end = sink->room == 0 ? 0 : sink->total < sink->room ? sink->total : sink->room - 1;
    if (end <= sink->vague_from) return;
    if (sink->wide != NULL) __cairn_read(0, sink->wide + sink->vague_from, (end - sink->vague_from) * sizeof(wchar_t));
    else __cairn_read(0, sink->bytes + sink->vague_from, end - sink->vague_from);
}

static void put_between(struct cairn_sink *sink, const struct spec *spec, size_t least, size_t most) {
    become_vague(sink);
    size_t count = (size_t)__cairn_random(0);
    __cairn_assume(least <= count && count <= most);
    sink->total += spec->width > 0 && (size_t)spec->width > count ? (size_t)spec->width : count;
}

static void put(struct cairn_sink *sink, char c) {
    if (sink->vague) {
        sink->total++;
        return;
    }
    if (sink->file != NULL) {
        if (sink->pending_count == (int)sizeof sink->pending) flush(sink);
        sink->pending[sink->pending_count++] = c;
    } else if (sink->total + 1 < sink->room) {
        if (sink->wide != NULL) sink->wide[sink->total] = (unsigned char)c;
        else sink->bytes[sink->total] = c;
    }
    sink->total++;
}

static void put_repeated(struct cairn_sink *sink, char c, int count) {
    if (sink->vague && count > 0) {
        sink->total += (size_t)count;
        return;
    }
    while (count-- > 0) put(sink, c);
}

/* How many of the characters that follow have room in the array. */
static size_t fitting(const struct cairn_sink *sink, size_t count) {
    size_t left = sink->total + 1 < sink->room ? sink->room - sink->total - 1 : 0;
    return count < left ? count : left;
}

static void not_onto_itself(const void *text, const void *array) {
    if (text == array) __cairn_fail("precondition-violation", "the string lies where it is written to");
}

/* Copies as a whole, which reports what overlaps. */
static void copy_to(char *to, const void *from, size_t size) {
    if (size > 0) not_onto_itself(from, to);
    __builtin_memcpy(to, from, size);
}

static void put_array(struct cairn_sink *sink, void *array, const void *from, size_t count, size_t unit) {
    copy_to((char *)array + sink->total * unit, from, fitting(sink, count) * unit);
    sink->total += count;
}

/* Where only lengths are kept, nobody goes on from a copy: it is there to report what overlaps, also with what was written before. */
static void try_array(const struct cairn_sink *sink, void *array, const void *from, size_t count, size_t unit) {
    if (!sink->vague || array == NULL || __cairn_random(0) == 0) return;
    size_t at = (size_t)__cairn_random(0);
    if (at <= sink->total) copy_to((char *)array + at * unit, from, fitting(sink, count) * unit);
    __cairn_assume(0);
}

static void put_bytes(struct cairn_sink *sink, const char *bytes, size_t count) {
    if (sink->vague) {
        sink->total += count;
        return;
    }
    if (sink->bytes == NULL) {
        for (size_t i = 0; i < count; i++) put(sink, bytes[i]);
        return;
    }
    put_array(sink, sink->bytes, bytes, count, 1);
}

/* ---- reading the format ---- */

/* TOO_LARGE stands for all numbers that are. */
enum { TOO_LARGE = INT_MAX };
static int read_number(const char **at) {
    int number = 0;
    for (; cairn_is_digit(**at); (*at)++) number = number > (TOO_LARGE - 9) / 10 ? TOO_LARGE : number * 10 + (**at - '0');
    return number;
}

/* `*` or `*3$` at a width or precision. */
static int read_star(const char **at, int *argument) {
    if (**at != '*') return 0;
    (*at)++;
    const char *ahead = *at;
    int number = read_number(&ahead);
    if (number > 0 && *ahead == '$') {
        *argument = number;
        *at = ahead + 1;
    }
    return 1;
}

static void read_flags(const char **at, struct spec *spec) {
    for (;; (*at)++) {
        switch (**at) {
        case '-': spec->minus = 1; break;
        case '+': spec->plus = 1; break;
        case ' ': spec->space = 1; break;
        case '#': spec->alternate = 1; break;
        case '0': spec->zero = 1; break;
        case '\'': case 'I': break; /* no grouping, no other digits in the C locale */
        default: return;
        }
    }
}

static enum length read_length(const char **at) {
    char c = **at;
    if (c == 'h' || c == 'l') {
        (*at)++;
        if (**at != c) return c == 'h' ? LENGTH_H : LENGTH_L;
        (*at)++;
        return c == 'h' ? LENGTH_HH : LENGTH_LL;
    }
    enum length length = c == 'j' ? LENGTH_J : c == 'z' || c == 'Z' ? LENGTH_Z : c == 't' ? LENGTH_T
        : c == 'L' || c == 'q' ? LENGTH_BIG_L : LENGTH_NONE;
    if (length != LENGTH_NONE) (*at)++;
    return length;
}

/* Reads the conversion after `%`. */
static struct spec read_spec(const char **at) {
    struct spec spec = {.width = -1, .precision = -1};
    const char *ahead = *at;
    int number = read_number(&ahead);
    if (number > 0 && *ahead == '$') {
        spec.argument = number;
        *at = ahead + 1;
    }
    read_flags(at, &spec);
    spec.width_star = read_star(at, &spec.width_argument);
    if (!spec.width_star && cairn_is_digit(**at)) spec.width = read_number(at);
    if (**at == '.') {
        (*at)++;
        spec.precision_star = read_star(at, &spec.precision_argument);
        if (!spec.precision_star) {
            int negative = **at == '-';
            if (negative) (*at)++;
            spec.precision = read_number(at);
            if (negative) spec.precision = -1;
        }
    }
    spec.length = read_length(at);
    spec.kind = (unsigned char)**at;
    if (spec.kind != 0) (*at)++;
    if (spec.kind == 'C' || spec.kind == 'S') {
        spec.kind = spec.kind == 'C' ? 'c' : 's';
        spec.length = LENGTH_L;
    }
    return spec;
}

/* ---- arguments ---- */

static int is_signed(int kind) { return kind == 'd' || kind == 'i'; }
static int is_unsigned(int kind) {
    return kind == 'u' || kind == 'o' || kind == 'x' || kind == 'X' || kind == 'b' || kind == 'B';
}
static int is_real(int kind) {
    return kind == 'f' || kind == 'F' || kind == 'e' || kind == 'E' || kind == 'g' || kind == 'G' || kind == 'a' || kind == 'A';
}

static uintmax_t next_integer(struct arguments *arguments, enum length length, int sign) {
    switch (length) {
    case LENGTH_L: return sign ? (uintmax_t)va_arg(arguments->list, long) : va_arg(arguments->list, unsigned long);
    case LENGTH_LL: case LENGTH_BIG_L: return va_arg(arguments->list, unsigned long long);
    case LENGTH_J: return va_arg(arguments->list, uintmax_t);
    case LENGTH_Z: case LENGTH_T:
        return sign ? (uintmax_t)va_arg(arguments->list, ptrdiff_t) : va_arg(arguments->list, size_t);
    default: break;
    }
    int value = va_arg(arguments->list, int);
    if (length == LENGTH_HH) return sign ? (uintmax_t)(signed char)value : (unsigned char)value;
    if (length == LENGTH_H) return sign ? (uintmax_t)(short)value : (unsigned short)value;
    return sign ? (uintmax_t)value : (unsigned)value;
}

/* Takes the next argument from the list, of the type that the conversion says. */
static union argument next_argument(struct arguments *arguments, const struct spec *spec) {
    union argument value = {0};
    if (is_signed(spec->kind) || is_unsigned(spec->kind)) {
        value.integer = next_integer(arguments, spec->length, is_signed(spec->kind));
    } else if (spec->kind == 'c') {
        value.integer = spec->length == LENGTH_L ? (uintmax_t)va_arg(arguments->list, wint_t) : (uintmax_t)va_arg(arguments->list, int);
    } else if (is_real(spec->kind)) {
        if (spec->length == LENGTH_BIG_L) value.long_real = va_arg(arguments->list, long double);
        else value.real = va_arg(arguments->list, double);
    } else if (spec->kind == 's' || spec->kind == 'p' || spec->kind == 'n') {
        value.pointer = va_arg(arguments->list, void *);
    }
    return value;
}

static union argument argument(struct arguments *arguments, const struct spec *spec, int number) {
    static const union argument none;
    if (!arguments->numbered) return next_argument(arguments, spec);
    if (number > 0 && number <= arguments->count) return arguments->values[number - 1];
    __cairn_unspecified(); /* one of those before it has no type here, or there are too many */
    return none;
}

static void note_numbered(struct spec *specs, int number, const struct spec *spec) {
    if (number > 0 && number <= MAX_NUMBERED) specs[number - 1] = *spec;
}

/* Numbered arguments: their types stand anywhere in the format, so it is read once before. */
static void collect_numbered(struct arguments *arguments, const char *format) {
    struct spec specs[MAX_NUMBERED] = {{0}};
    const struct spec plain_int = {.kind = 'd'};
    while (*format != 0) {
        if (*format++ != '%') continue;
        if (*format == '%') {
            format++;
            continue;
        }
        struct spec spec = read_spec(&format);
        if (spec.argument > 0) arguments->numbered = 1;
        note_numbered(specs, spec.argument, &spec);
        note_numbered(specs, spec.width_argument, &plain_int);
        note_numbered(specs, spec.precision_argument, &plain_int);
        if (!arguments->numbered) return;
    }
    int count = 0;
    for (; count < MAX_NUMBERED && specs[count].kind != 0; count++) arguments->values[count] = next_argument(arguments, &specs[count]);
    arguments->count = count;
}

static void take_stars(struct arguments *arguments, struct spec *spec) {
    const struct spec plain_int = {.kind = 'd'};
    if (spec->width_star) {
        int width = (int)argument(arguments, &plain_int, spec->width_argument).integer;
        if (width < 0) spec->minus = 1;
        spec->width = width == INT_MIN ? TOO_LARGE : width < 0 ? -width : width;
    }
    if (spec->precision_star) {
        int precision = (int)argument(arguments, &plain_int, spec->precision_argument).integer;
        spec->precision = precision < 0 ? -1 : precision;
    }
}

/* ---- the conversions ---- */

static void put_padded(struct cairn_sink *sink, const struct spec *spec, const char *bytes, size_t count) {
    int padding = spec->width > 0 && (size_t)spec->width > count ? spec->width - (int)count : 0;
    if (!spec->minus) put_repeated(sink, ' ', padding);
    put_bytes(sink, bytes, count);
    if (spec->minus) put_repeated(sink, ' ', padding);
}

/* Writes the digits so that they end at `end`; gives their start. */
static char *digits_before(char *end, uintmax_t value, unsigned base, int upper) {
    const char *symbols = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    while (value != 0) {
        *--end = symbols[value % base];
        value /= base;
    }
    return end;
}

static unsigned base_of(int kind) {
    return kind == 'o' ? 8 : kind == 'x' || kind == 'X' || kind == 'p' ? 16 : kind == 'b' || kind == 'B' ? 2 : 10;
}

/* The most digits of a number that a conversion of this kind can print. */
static size_t most_digits(const struct spec *spec) {
    size_t bits = spec->length == LENGTH_HH ? 8 : spec->length == LENGTH_H ? 16
        : spec->length == LENGTH_NONE && spec->kind != 'p' ? 32 : 64;
    unsigned base = base_of(spec->kind);
    if (base == 10) return bits == 8 ? 3 : bits == 16 ? 5 : bits == 32 ? 10 : 20;
    return base == 2 ? bits : base == 8 ? (bits + 2) / 3 + 1 : bits / 4;
}

static void put_unknown_digits(struct cairn_sink *sink, const struct spec *spec, const char *prefix) {
    size_t least = spec->precision >= 0 ? (size_t)spec->precision : 1;
    size_t most = most_digits(spec) > least ? most_digits(spec) : least;
    size_t prefix_count = cairn_strlen(prefix);
    put_between(sink, spec, prefix_count + least, prefix_count + most);
}

/* `prefix` stands before the zeros: a sign, or 0x. */
static void put_digits(struct cairn_sink *sink, const struct spec *spec, const char *prefix, uintmax_t value) {
    if (can_be_vague(sink) && !__cairn_known((long long)value)) {
        put_unknown_digits(sink, spec, prefix);
        return;
    }
    char digits[72];
    char *end = digits + sizeof digits;
    char *start = digits_before(end, value, base_of(spec->kind), spec->kind == 'X');
    int count = (int)(end - start);
    int least = spec->precision >= 0 ? spec->precision : 1;
    if (spec->kind == 'o' && spec->alternate && least <= count) least = value == 0 ? 1 : count + 1;
    int prefix_count = (int)cairn_strlen(prefix);
    int zeros = least > count ? least - count : 0;
    int padding = spec->width - prefix_count - zeros - count;
    if (spec->zero && !spec->minus && spec->precision < 0 && padding > 0) {
        zeros += padding;
        padding = 0;
    }
    if (!spec->minus) put_repeated(sink, ' ', padding);
    put_bytes(sink, prefix, (size_t)prefix_count);
    put_repeated(sink, '0', zeros);
    put_bytes(sink, start, (size_t)count);
    if (spec->minus) put_repeated(sink, ' ', padding);
}

static void put_integer(struct cairn_sink *sink, const struct spec *spec, uintmax_t value) {
    const char *prefix = "";
    if (is_signed(spec->kind)) {
        int negative = (intmax_t)value < 0;
        prefix = negative ? "-" : spec->plus ? "+" : spec->space ? " " : "";
        if (negative) value = 0 - value;
    } else if (spec->alternate && value != 0) {
        prefix = spec->kind == 'x' ? "0x" : spec->kind == 'X' ? "0X" : spec->kind == 'b' ? "0b" : spec->kind == 'B' ? "0B" : "";
    }
    put_digits(sink, spec, prefix, value);
}

static void put_pointer(struct cairn_sink *sink, struct spec *spec, void *pointer) {
    if (pointer == NULL) {
        put_padded(sink, spec, "(nil)", 5);
        return;
    }
    put_digits(sink, spec, spec->plus ? "+0x" : spec->space ? " 0x" : "0x", (uintptr_t)pointer);
}

static char *append_number(char *at, int number) {
    char digits[12];
    char *end = digits + sizeof digits;
    char *start = digits_before(end, (uintmax_t)number, 10, 0);
    if (start == end) *--start = '0';
    while (start < end) *at++ = *start++;
    return at;
}

/* Spells the conversion again, for the primitive. */
static void spell(char *at, const struct spec *spec) {
    *at++ = '%';
    if (spec->minus) *at++ = '-';
    if (spec->plus) *at++ = '+';
    if (spec->space) *at++ = ' ';
    if (spec->alternate) *at++ = '#';
    if (spec->zero) *at++ = '0';
    if (spec->width > 0) at = append_number(at, spec->width);
    if (spec->precision >= 0) {
        *at++ = '.';
        at = append_number(at, spec->precision);
    }
    if (spec->length == LENGTH_BIG_L) *at++ = 'L';
    *at++ = (char)spec->kind;
    *at = 0;
}

static int format_real(char *buffer, size_t size, const char *spelled, const struct spec *spec, const union argument *value) {
    if (spec->length == LENGTH_BIG_L) return __cairn_format_long_double(buffer, size, spelled, &value->long_real);
    return __cairn_format_double(buffer, size, spelled, value->real);
}

static void put_real(struct cairn_sink *sink, const struct spec *spec, union argument value) {
    if (can_be_vague(sink)) {
        size_t whole = spec->length == LENGTH_BIG_L ? 5000 : 350;
        put_between(sink, spec, 1, whole + (spec->precision > 6 ? (size_t)spec->precision : 6));
        return;
    }
    char spelled[40], buffer[80];
    spell(spelled, spec);
    int count = format_real(buffer, sizeof buffer, spelled, spec, &value);
    if (count < (int)sizeof buffer) {
        put_bytes(sink, buffer, (size_t)count);
        return;
    }
    char large[count + 1];
    format_real(large, sizeof large, spelled, spec, &value);
    put_bytes(sink, large, (size_t)count);
}

/* glibc writes something of its own for no string, but compilers turn printf into puts, which does not. */
static void no_text(void) {
    if (__cairn_coarse()) __cairn_fail("null-dereference", "there is no string to write");
    __cairn_unspecified();
}

/* Beyond ASCII, bytes have a meaning in the C locale of some libraries only. */
static int has_meaning(const struct cairn_sink *sink, const char *text, size_t count) {
    for (size_t i = 0; !sink->vague && i < count; i++) {
        if ((unsigned char)text[i] > 127) return __cairn_random(0) != 0;
    }
    return !sink->vague || __cairn_random(0) != 0;
}

/* Reads no further than the precision says, or the terminator. */
static void put_string(struct cairn_sink *sink, const struct spec *spec, const char *text) {
    if (text == NULL) {
        no_text();
        text = spec->precision >= 0 && spec->precision < 6 ? "" : "(null)";
    }
    not_onto_itself(text, sink->bytes);
    size_t count = spec->precision >= 0 ? cairn_strnlen(text, (size_t)spec->precision) : cairn_strlen(text);
    if (can_be_vague(sink) && !__cairn_known((long long)count)) become_vague(sink);
    try_array(sink, sink->bytes, text, count, 1);
    if (sink->wide != NULL && !has_meaning(sink, text, count)) {
        errno = EILSEQ;
        sink->failed = 1;
        return;
    }
    put_padded(sink, spec, text, count);
}

/* In the C locale a wide character beyond ASCII has no multibyte form, or one of one byte; where text is wide it needs none. */
static void put_wide_string(struct cairn_sink *sink, const struct spec *spec, const wchar_t *text) {
    if (text == NULL) {
        put_string(sink, spec, NULL);
        return;
    }
    not_onto_itself(text, sink->wide);
    int count = 0;
    while ((spec->precision < 0 || count < spec->precision) && text[count] != 0) {
        if (sink->wide == NULL && cairn_lib_means_nothing((unsigned)text[count])) {
            errno = EILSEQ;
            sink->failed = 1;
            return;
        }
        count++;
    }
    if (can_be_vague(sink) && !__cairn_known(count)) become_vague(sink);
    try_array(sink, sink->wide, text, (size_t)count, sizeof(wchar_t));
    if (sink->vague) {
        sink->total += (size_t)(spec->width > count ? spec->width : count);
        return;
    }
    if (!spec->minus) put_repeated(sink, ' ', spec->width - count);
    if (sink->wide != NULL) put_array(sink, sink->wide, text, (size_t)count, sizeof(wchar_t));
    else for (int i = 0; i < count; i++) put(sink, (char)text[i]);
    if (spec->minus) put_repeated(sink, ' ', spec->width - count);
}

static void put_character(struct cairn_sink *sink, const struct spec *spec, uintmax_t value) {
    char c = (char)value;
    if (spec->length != LENGTH_L) {
        if (sink->wide != NULL && (unsigned char)c > 127) __cairn_unspecified(); /* which wide character it is */
        put_padded(sink, spec, &c, 1);
    } else if (sink->wide != NULL && !sink->vague) {
        if (!spec->minus) put_repeated(sink, ' ', spec->width - 1);
        if (sink->total + 1 < sink->room) sink->wide[sink->total] = (wchar_t)value;
        sink->total++;
        if (spec->minus) put_repeated(sink, ' ', spec->width - 1);
    } else if (sink->wide == NULL && cairn_lib_means_nothing((unsigned)value)) {
        errno = EILSEQ;
        sink->failed = 1;
    } else {
        /* Whether nothing is written as a terminator, or not at all, changed with the standard. */
        put_padded(sink, spec, &c, sink->wide == NULL && value == 0 && __cairn_random(1) == 0 ? 0 : 1);
    }
}

static void store_count(const struct spec *spec, void *to, size_t count) {
    switch (spec->length) {
    case LENGTH_HH: *(signed char *)to = (signed char)count; break;
    case LENGTH_H: *(short *)to = (short)count; break;
    case LENGTH_L: *(long *)to = (long)count; break;
    case LENGTH_LL: case LENGTH_BIG_L: *(long long *)to = (long long)count; break;
    case LENGTH_J: *(intmax_t *)to = (intmax_t)count; break;
    case LENGTH_Z: case LENGTH_T: *(ptrdiff_t *)to = (ptrdiff_t)count; break;
    default: *(int *)to = (int)count; break;
    }
}

static void convert(struct cairn_sink *sink, struct arguments *arguments, struct spec *spec) {
    take_stars(arguments, spec);
    if (spec->width == TOO_LARGE || spec->precision == TOO_LARGE) {
        errno = EOVERFLOW;
        sink->failed = 1;
        return;
    }
    if (is_signed(spec->kind) || is_unsigned(spec->kind)) {
        put_integer(sink, spec, argument(arguments, spec, spec->argument).integer);
    } else if (is_real(spec->kind)) {
        put_real(sink, spec, argument(arguments, spec, spec->argument));
    } else if (spec->kind == 'c') {
        put_character(sink, spec, argument(arguments, spec, spec->argument).integer);
    } else if (spec->kind == 's') {
        void *text = argument(arguments, spec, spec->argument).pointer;
        if (spec->length == LENGTH_L) put_wide_string(sink, spec, text);
        else put_string(sink, spec, text);
    } else if (spec->kind == 'p') {
        put_pointer(sink, spec, argument(arguments, spec, spec->argument).pointer);
    } else if (spec->kind == 'n') {
        store_count(spec, argument(arguments, spec, spec->argument).pointer, sink->total);
    } else if (spec->kind == 'm') {
        put_string(sink, spec, cairn_lib_error_text(errno));
    } else if (spec->kind == '%') {
        put(sink, '%');
    } else {
        __cairn_fail("precondition-violation", "the format has a conversion that does not exist");
    }
}

int cairn_lib_format(struct cairn_sink *sink, const char *format, va_list list) {
    struct arguments arguments;
    arguments.numbered = arguments.count = 0;
    start_vague(sink);
    va_copy(arguments.list, list);
    for (const char *at = format; *at != 0; at++) {
        if (*at == '$') { /* perhaps numbered */
            collect_numbered(&arguments, format);
            break;
        }
    }
    while (*format != 0 && !sink->failed) {
        if (*format != '%') {
            put(sink, *format++);
            continue;
        }
        format++;
        struct spec spec = read_spec(&format);
        convert(sink, &arguments, &spec);
    }
    va_end(arguments.list);
    finish_vague(sink);
    if (sink->file != NULL) flush(sink);
    if (sink->total > (size_t)INT_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    return sink->failed ? -1 : (int)sink->total;
}
