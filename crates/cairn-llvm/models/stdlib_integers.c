/* stdlib.h and inttypes.h: text to integers, under the names that headers of different standards use. */
#include "cairn_model.h"

/* What the digits say; `overflow` if the magnitude is larger than any unsigned long long. */
struct number {
    unsigned long long magnitude;
    int negative, overflow;
};

/* Base 0b... is C23's: only then `binary`. */
static const char *skip_prefix(const char *at, int *base, int binary) {
    if ((*base == 0 || *base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && cairn_digit_value((unsigned char)at[2]) < 16) {
        *base = 16;
        return at + 2;
    }
    if (binary && (*base == 0 || *base == 2) && at[0] == '0' && (at[1] == 'b' || at[1] == 'B') && (at[2] == '0' || at[2] == '1')) {
        *base = 2;
        return at + 2;
    }
    if (*base == 0) *base = at[0] == '0' ? 8 : 10;
    return at;
}

static struct number parse(const char *text, char **end, int base, int binary) {
    struct number number = {0, 0, 0};
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        if (end != NULL && __cairn_random(0) != 0) *end = (char *)text; /* glibc leaves it as it is */
        return number;
    }
    const char *at = text;
    while (cairn_is_space((unsigned char)*at)) at++;
    if (*at == '+' || *at == '-') number.negative = *at++ == '-';
    at = skip_prefix(at, &base, binary);
    const char *digits = at;
    for (; cairn_digit_value((unsigned char)*at) < base; at++) {
        number.overflow |= __builtin_mul_overflow(number.magnitude, (unsigned long long)base, &number.magnitude);
        number.overflow |= __builtin_add_overflow(number.magnitude, (unsigned long long)cairn_digit_value((unsigned char)*at), &number.magnitude);
    }
    if (end != NULL) *end = (char *)(at == digits ? text : at);
    if (at == digits && __cairn_random(0) != 0) errno = EINVAL; /* glibc's does not say so */
    return number;
}

static long long to_signed(struct number number, unsigned long long max) {
    unsigned long long limit = max + (number.negative != 0);
    if (number.overflow || number.magnitude > limit) {
        errno = ERANGE;
        number.magnitude = limit;
    }
    return (long long)(number.negative ? 0 - number.magnitude : number.magnitude);
}

static unsigned long long to_unsigned(struct number number, unsigned long long max) {
    if (number.overflow || number.magnitude > max) {
        errno = ERANGE;
        return max;
    }
    return number.negative ? 0 - number.magnitude : number.magnitude;
}

long strtol(const char *text, char **end, int base) { return (long)to_signed(parse(text, end, base, 0), LONG_MAX); }
long long strtoll(const char *text, char **end, int base) { return (long long)to_signed(parse(text, end, base, 0), LLONG_MAX); }
intmax_t strtoimax(const char *text, char **end, int base) { return (intmax_t)to_signed(parse(text, end, base, 0), LLONG_MAX); }
unsigned long strtoul(const char *text, char **end, int base) { return (unsigned long)to_unsigned(parse(text, end, base, 0), ~0ul); }
unsigned long long strtoull(const char *text, char **end, int base) { return (unsigned long long)to_unsigned(parse(text, end, base, 0), ~0ull); }
uintmax_t strtoumax(const char *text, char **end, int base) { return (uintmax_t)to_unsigned(parse(text, end, base, 0), ~0ull); }
long long strtoq(const char *text, char **end, int base) { return (long long)to_signed(parse(text, end, base, 0), LLONG_MAX); }
unsigned long long strtouq(const char *text, char **end, int base) { return (unsigned long long)to_unsigned(parse(text, end, base, 0), ~0ull); }

long __isoc23_strtol(const char *text, char **end, int base) { return (long)to_signed(parse(text, end, base, 1), LONG_MAX); }
long long __isoc23_strtoll(const char *text, char **end, int base) { return (long long)to_signed(parse(text, end, base, 1), LLONG_MAX); }
intmax_t __isoc23_strtoimax(const char *text, char **end, int base) { return (intmax_t)to_signed(parse(text, end, base, 1), LLONG_MAX); }
unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return (unsigned long)to_unsigned(parse(text, end, base, 1), ~0ul); }
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return (unsigned long long)to_unsigned(parse(text, end, base, 1), ~0ull); }
uintmax_t __isoc23_strtoumax(const char *text, char **end, int base) { return (uintmax_t)to_unsigned(parse(text, end, base, 1), ~0ull); }
long __strtol_internal(const char *text, char **end, int base, int group) { return (void)group, strtol(text, end, base); }
unsigned long __strtoul_internal(const char *text, char **end, int base, int group) { return (void)group, strtoul(text, end, base); }

/* What does not fit is what the library makes of it: in glibc, that of strtol, cut. */
static long long plain(const char *text, unsigned long long max, unsigned long long max_of_strtol) {
    struct number number = parse(text, NULL, 10, 0);
    if (number.overflow || number.magnitude > max + (number.negative != 0)) {
        cairn_may_set_errno();
        if (__cairn_coarse()) return __cairn_nondet_longlong();
        __cairn_unspecified();
    }
    return to_signed(number, max_of_strtol);
}
int atoi(const char *text) { return (int)plain(text, INT_MAX, LONG_MAX); }
long atol(const char *text) { return (long)plain(text, LONG_MAX, LONG_MAX); }
long long atoll(const char *text) { return plain(text, LLONG_MAX, LLONG_MAX); }
