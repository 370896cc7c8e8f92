/* Formatted input: what scanf, sscanf and wscanf have in common.
 *
 * Not here: the functions that a program calls (stdio_scanf.c, wchar_io.c).
 */
#include "cairn_model.h"

enum length { LENGTH_NONE, LENGTH_HH, LENGTH_H, LENGTH_L, LENGTH_LL, LENGTH_J, LENGTH_Z, LENGTH_T, LENGTH_BIG_L };

struct spec {
    /* For `%2$d`: the number of the argument; 0: the next one. */
    int argument;
    int discard;
    int allocate; /* %ms: store into a new block */
    int width;    /* -1: none */
    enum length length;
    int kind;
    /* For %[: the members of the set. */
    unsigned char set[256];
};

/* How a conversion ended. */
enum outcome { CONVERTED, MISMATCH, INPUT_ENDED };

/* ---- input ---- */

static int get(struct cairn_source *source) {
    int c = EOF;
    if (source->file != NULL) {
        c = cairn_lib_file_get(source->file);
    } else if (source->wide != NULL) {
        if (*source->wide != 0) c = (int)*source->wide++;
    } else if (*source->bytes != 0) {
        c = (unsigned char)*source->bytes++;
    }
    if (c != EOF) source->consumed++;
    return c;
}

static void unget(struct cairn_source *source, int c) {
    if (c == EOF) return;
    source->consumed--;
    if (source->file != NULL) cairn_lib_file_unget(source->file, c);
    else if (source->wide != NULL) source->wide--;
    else source->bytes--;
}

/* The next character if the conversion's width allows for one more, else EOF. */
static int get_within(struct cairn_source *source, int *width) {
    if (*width == 0) return EOF;
    int c = get(source);
    if (c != EOF && *width > 0) (*width)--;
    return c;
}

static void unget_within(struct cairn_source *source, int *width, int c) {
    if (c == EOF) return;
    unget(source, c);
    if (*width >= 0) (*width)++;
}

static int skip_space(struct cairn_source *source) {
    int c;
    do c = get(source);
    while (cairn_is_space(c));
    unget(source, c);
    return c;
}

/* ---- the format ---- */

static enum length read_length(const char **at) {
    char c = **at;
    if (c == 'h' || c == 'l') {
        (*at)++;
        if (**at != c) return c == 'h' ? LENGTH_H : LENGTH_L;
        (*at)++;
        return c == 'h' ? LENGTH_HH : LENGTH_LL;
    }
    enum length length = c == 'j' ? LENGTH_J : c == 'z' ? LENGTH_Z : c == 't' ? LENGTH_T
        : c == 'L' || c == 'q' ? LENGTH_BIG_L : LENGTH_NONE;
    if (length != LENGTH_NONE) (*at)++;
    return length;
}

/* `[a-z]`, `[^]x]`: `at` is behind the bracket. */
static void read_set(const char **at, struct spec *spec) {
    unsigned char member = 1;
    if (**at == '^') member = 0, (*at)++;
    for (int i = 0; i < 256; i++) spec->set[i] = !member;
    const char *start = *at;
    while (**at != 0 && (**at != ']' || *at == start)) {
        int low = (unsigned char)**at, high = low;
        if ((*at)[1] == '-' && (*at)[2] != ']' && (*at)[2] != 0) {
            high = (unsigned char)(*at)[2];
            *at += 2;
        }
        for (int c = low; c <= high; c++) spec->set[c] = member;
        (*at)++;
    }
    if (**at == ']') (*at)++;
}

/* Digits and a dollar sign. */
static int read_argument(const char **at) {
    const char *ahead = *at;
    int number = 0;
    while (cairn_is_digit(*ahead) && number < 1000) number = number * 10 + (*ahead++ - '0');
    if (*ahead != '$') return 0;
    *at = ahead + 1;
    return number;
}

static void read_spec(const char **at, struct spec *spec) {
    spec->argument = read_argument(at);
    spec->discard = spec->allocate = 0;
    spec->width = -1;
    if (**at == '*') spec->discard = 1, (*at)++;
    if (**at == '\'') (*at)++;
    if (cairn_is_digit(**at)) {
        int width = 0;
        for (; cairn_is_digit(**at); (*at)++) width = width > (INT_MAX - 9) / 10 ? INT_MAX : width * 10 + (**at - '0');
        spec->width = width > 0 ? width : -1;
    }
    if (**at == 'm') spec->allocate = 1, (*at)++;
    spec->length = read_length(at);
    spec->kind = (unsigned char)**at;
    if (spec->kind != 0) (*at)++;
    if (spec->kind == 'C' || spec->kind == 'S') {
        spec->kind = spec->kind == 'C' ? 'c' : 's';
        spec->length = LENGTH_L;
    }
    if (spec->kind == '[') read_set(at, spec);
}

/* ---- numbers ---- */

static void store_integer(enum length length, void *to, uintmax_t value) {
    switch (length) {
    case LENGTH_HH: *(unsigned char *)to = (unsigned char)value; break;
    case LENGTH_H: *(unsigned short *)to = (unsigned short)value; break;
    case LENGTH_L: *(unsigned long *)to = (unsigned long)value; break;
    case LENGTH_LL: case LENGTH_BIG_L: *(unsigned long long *)to = value; break;
    case LENGTH_J: *(uintmax_t *)to = value; break;
    case LENGTH_Z: case LENGTH_T: *(size_t *)to = (size_t)value; break;
    default: *(unsigned *)to = (unsigned)value; break;
    }
}

static int base_of(int kind) {
    return kind == 'x' || kind == 'X' || kind == 'p' ? 16 : kind == 'o' ? 8 : kind == 'i' ? 0 : 10;
}

/* The standard leaves open what a number becomes that is too large. */
static uintmax_t too_large(uintmax_t usual) {
    cairn_may_set_errno();
    if (__cairn_coarse()) return __cairn_nondet_ulonglong();
    __cairn_unspecified();
    return usual;
}

/* What strtol or strtoul makes of a number that is too large; glibc's scanf calls them, `long` for the small types. */
static uintmax_t clamp(const struct spec *spec, uintmax_t magnitude, int negative, int overflow) {
    int wide = spec->length == LENGTH_LL || spec->length == LENGTH_BIG_L || spec->length == LENGTH_J;
    uintmax_t signed_max = wide ? (uintmax_t)LLONG_MAX : (uintmax_t)LONG_MAX;
    uintmax_t unsigned_max = wide ? ~0ull : ~0ul;
    if (spec->kind == 'd' || spec->kind == 'i') {
        uintmax_t limit = signed_max + (negative != 0);
        if (overflow || magnitude > limit) magnitude = too_large(limit);
        return negative ? 0 - magnitude : magnitude;
    }
    if (overflow || magnitude > unsigned_max) return too_large(unsigned_max);
    return negative ? 0 - magnitude : magnitude;
}

static enum outcome scan_integer(struct cairn_source *source, struct spec *spec, uintmax_t *value) {
    int width = spec->width, base = base_of(spec->kind), negative = 0, overflow = 0, digits = 0;
    uintmax_t magnitude = 0;
    int c = get_within(source, &width);
    if (c == '+' || c == '-') {
        negative = c == '-';
        c = get_within(source, &width);
    }
    if (c == '0' && (base == 0 || base == 16)) {
        digits = 1;
        c = get_within(source, &width);
        if (c == 'x' || c == 'X') { /* in glibc, a 0x without digits is 0 */
            base = 16;
            c = get_within(source, &width);
            if ((c == EOF || cairn_digit_value(c) >= base) && __cairn_random(1) == 0) digits = 0;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;
    while (c != EOF && cairn_digit_value(c) < base) {
        overflow |= __builtin_mul_overflow(magnitude, (uintmax_t)base, &magnitude);
        overflow |= __builtin_add_overflow(magnitude, (uintmax_t)cairn_digit_value(c), &magnitude);
        digits++;
        c = get_within(source, &width);
    }
    unget_within(source, &width, c);
    if (digits == 0) return MISMATCH;
    *value = clamp(spec, magnitude, negative, overflow);
    return CONVERTED;
}

/* What %p prints for null; the first character decides. */
static int scan_nil(struct cairn_source *source) {
    int c = get(source);
    if (c != '(') {
        unget(source, c);
        return 0;
    }
    for (const char *at = "nil)"; *at != 0; at++) {
        c = get(source);
        if (c != *at) {
            unget(source, c);
            return 0;
        }
    }
    return 1;
}

/* A number being collected as text. */
struct numeral {
    struct cairn_source *source;
    int width;
    int count;
    char text[400];
};

static int take(struct numeral *numeral, int c) {
    if (numeral->count + 1 < (int)sizeof numeral->text) numeral->text[numeral->count++] = (char)c;
    else if (!__cairn_coarse()) __cairn_unspecified(); /* which number it is */
    return get_within(numeral->source, &numeral->width);
}

/* Takes the letters of the word as far as they go; true if all are there. */
static int take_word(struct numeral *numeral, int *c, const char *word) {
    for (; *word != 0; word++) {
        if (*c == EOF || cairn_to_lower(*c) != *word) return 0;
        *c = take(numeral, *c);
    }
    return 1;
}

static int take_digits(struct numeral *numeral, int *c, int base) {
    int count = 0;
    for (; *c != EOF && cairn_digit_value(*c) < base; count++) *c = take(numeral, *c);
    return count;
}

/* Reads the longest prefix of a floating-point number; false if what came is not one. */
static int collect_real(struct numeral *numeral, int *next) {
    int c = *next, base = 10, digits = 0;
    if (c == '+' || c == '-') c = take(numeral, c);
    if (c == 'n' || c == 'N') {
        int whole = take_word(numeral, &c, "nan");
        if (whole && c == '(' && !__cairn_coarse()) __cairn_unspecified(); /* more may belong to it */
        return *next = c, whole;
    }
    if (c == 'i' || c == 'I') {
        int whole = take_word(numeral, &c, "inf");
        if (whole && (c == 'i' || c == 'I')) whole = take_word(numeral, &c, "inity");
        return *next = c, whole;
    }
    if (c == '0') {
        digits = 1;
        c = take(numeral, c);
        if (c == 'x' || c == 'X') {
            base = 16;
            digits = 0;
            c = take(numeral, c);
        }
    }
    digits += take_digits(numeral, &c, base);
    int has_point = c == '.';
    if (has_point) {
        c = take(numeral, c);
        digits += take_digits(numeral, &c, base);
    }
    /* glibc takes 0x and a point for a number, others see none in that, or in 0x one as well. */
    int whole = digits > 0 || (base == 16 && __cairn_random(has_point) != 0);
    if (whole && (base == 16 ? c == 'p' || c == 'P' : c == 'e' || c == 'E')) {
        c = take(numeral, c);
        if (c == '+' || c == '-') c = take(numeral, c);
        if (take_digits(numeral, &c, 10) == 0) whole = __cairn_random(1) != 0; /* glibc forgives it */
    }
    return *next = c, whole;
}

static enum outcome scan_real(struct cairn_source *source, const struct spec *spec, void *to) {
    struct numeral numeral;
    numeral.source = source;
    numeral.width = spec->width;
    numeral.count = 0;
    int c = get_within(source, &numeral.width);
    int whole = collect_real(&numeral, &c);
    unget_within(source, &numeral.width, c);
    if (!whole) return MISMATCH;
    numeral.text[numeral.count] = 0;
    if (to == NULL) return CONVERTED;
    if (spec->length == LENGTH_BIG_L) __cairn_parse_long_double(numeral.text, NULL, to);
    else if (spec->length == LENGTH_L) *(double *)to = __cairn_parse_double(numeral.text, NULL);
    else *(float *)to = __cairn_parse_float(numeral.text, NULL);
    return CONVERTED;
}

/* ---- text ---- */

/* Where characters are stored: null, an array, or with %m a block that grows. */
struct target {
    char *bytes;
    wchar_t *wide;
    size_t count, room;
    int grows;
};

static int store(struct target *target, int c) {
    if (target->grows && target->count + 1 >= target->room) {
        size_t room = target->room * 2 + 16;
        char *moved = CAIRN_MALLOC(room);
        if (moved == NULL) {
            if (target->bytes != NULL) __cairn_heap_free(target->bytes);
            return 0;
        }
        if (target->bytes != NULL) {
            __builtin_memcpy(moved, target->bytes, target->count);
            __cairn_heap_free(target->bytes);
        }
        target->bytes = moved;
        target->room = room;
    }
    if (target->wide != NULL) target->wide[target->count] = (wchar_t)c;
    else if (target->bytes != NULL) target->bytes[target->count] = (char)c;
    target->count++;
    return 1;
}

/* In the end, the block is as large as what is in it, if there is memory for that. */
static char *cut(const struct target *target) {
    char *exact = CAIRN_MALLOC(target->count);
    if (exact == NULL) return target->bytes;
    __builtin_memcpy(exact, target->bytes, target->count);
    __cairn_heap_free(target->bytes);
    return exact;
}

static int belongs(const struct spec *spec, int c) {
    if (spec->kind == 'c') return 1;
    if (spec->kind == 's') return !cairn_is_space(c);
    return spec->set[c >= 0 && c < 256 ? c : 0]; /* others are where the terminator is */
}

static enum outcome scan_text(struct cairn_source *source, const struct spec *spec, void *to) {
    struct target target = {0};
    int width = spec->kind == 'c' && spec->width < 0 ? 1 : spec->width, ended = 0;
    target.grows = spec->allocate && !spec->discard;
    if (target.grows && spec->length == LENGTH_L) { /* blocks of wide characters are not here */
        __cairn_unspecified();
        return MISMATCH;
    }
    if (spec->length == LENGTH_L) target.wide = to;
    else if (!target.grows) target.bytes = to;
    while (width != 0) {
        int c = get_within(source, &width);
        if (c == EOF) {
            ended = 1;
            break;
        }
        if (!belongs(spec, c)) {
            unget_within(source, &width, c);
            break;
        }
        /* Beyond ASCII, a wide character may have no byte, and a byte no wide character. */
        if (c > 127 && (source->wide != NULL) != (spec->length == LENGTH_L) && cairn_lib_means_nothing((unsigned)c)) {
            if (target.grows && target.bytes != NULL) __cairn_heap_free(target.bytes);
            errno = EILSEQ;
            return INPUT_ENDED;
        }
        if (!store(&target, c)) return INPUT_ENDED;
    }
    /* Fewer than wanted: glibc forgives it. */
    if (spec->kind == 'c' && target.count > 0 && width > 0 && __cairn_random(1) == 0) {
        if (target.grows) __cairn_heap_free(target.bytes);
        return MISMATCH;
    }
    if (target.count == 0) return ended ? INPUT_ENDED : MISMATCH;
    if (spec->kind != 'c' && !store(&target, 0)) return INPUT_ENDED;
    if (target.grows) *(char **)to = cut(&target);
    return CONVERTED;
}

/* ---- conversions ---- */

/* `list` is wrapped, so that a function can move on in it whatever its type is. */
struct arguments {
    va_list list;
};

/* All arguments are pointers; those with numbers are counted from the first one. */
static void *argument(struct arguments *arguments, va_list all, int number) {
    if (number == 0) return va_arg(arguments->list, void *);
    va_list list;
    void *found = NULL;
    va_copy(list, all);
    for (int i = 0; i < number; i++) found = va_arg(list, void *);
    va_end(list);
    return found;
}

static enum outcome convert(struct cairn_source *source, struct spec *spec, struct arguments *arguments, va_list all) {
    if (spec->kind != 'c' && spec->kind != '[' && spec->kind != 'n' && skip_space(source) == EOF) return INPUT_ENDED;
    void *to = spec->discard || spec->kind == '%' ? NULL : argument(arguments, all, spec->argument);
    uintmax_t value = 0;
    enum outcome outcome;
    switch (spec->kind) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
        outcome = scan_integer(source, spec, &value);
        if (outcome == CONVERTED && to != NULL) store_integer(spec->length, to, value);
        return outcome;
    case 'p':
        outcome = scan_nil(source) ? CONVERTED : scan_integer(source, spec, &value);
        if (outcome == CONVERTED && to != NULL) *(void **)to = (void *)(uintptr_t)value;
        return outcome;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': return scan_real(source, spec, to);
    case 's': case 'c': case '[': return scan_text(source, spec, to);
    case 'n':
        if (to != NULL) store_integer(spec->length, to, source->consumed);
        return CONVERTED;
    case '%': {
        int c = get(source);
        if (c == '%') return CONVERTED;
        unget(source, c);
        return MISMATCH;
    }
    default: __cairn_fail("precondition-violation", "the format has a conversion that does not exist");
    }
}

/* The character of the format must come next. */
static enum outcome match(struct cairn_source *source, char expected) {
    int c = get(source);
    if (c == (unsigned char)expected) return CONVERTED;
    unget(source, c);
    return c == EOF ? INPUT_ENDED : MISMATCH;
}

int cairn_lib_scan(struct cairn_source *source, const char *format, va_list list) {
    struct arguments arguments;
    struct spec spec;
    int converted = 0;
    enum outcome outcome = CONVERTED;
    va_copy(arguments.list, list);
    while (*format != 0 && outcome == CONVERTED) {
        if (cairn_is_space((unsigned char)*format)) {
            format++;
            skip_space(source);
        } else if (*format != '%') {
            outcome = match(source, *format++);
        } else {
            format++;
            read_spec(&format, &spec);
            outcome = convert(source, &spec, &arguments, list);
            if (outcome == CONVERTED && !spec.discard && spec.kind != 'n' && spec.kind != '%') converted++;
        }
    }
    va_end(arguments.list);
    return outcome == INPUT_ENDED && converted == 0 ? EOF : converted;
}
