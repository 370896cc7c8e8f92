/* stdlib.h: text to floating-point numbers, with errno when the number is out of the type's range. */
#include "cairn_model.h"

/* Whether a number that is hardly too small sets errno is up to the library. */
static int is_out_of_range(int too_large, int too_small, int zero) {
    return too_large || zero || (too_small && __cairn_random(1) != 0);
}

/* Does the text show a number other than zero in digits (not `inf`, not `nan`)? */
static int has_nonzero_digits(const char *text, const char *end) {
    while (text < end && (cairn_is_space((unsigned char)*text) || *text == '+' || *text == '-')) text++;
    int hex = end - text > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (hex) text += 2;
    for (; text < end && (*text == '.' || cairn_digit_value((unsigned char)*text) < (hex ? 16 : 10)); text++) {
        if (*text != '.' && *text != '0') return 1;
    }
    return 0;
}

double strtod(const char *text, char **end) {
    char *stop;
    double value = __cairn_parse_double(text, &stop);
    double magnitude = __builtin_fabs(value);
    if (has_nonzero_digits(text, stop) && is_out_of_range(magnitude > __DBL_MAX__, magnitude < __DBL_MIN__, magnitude == 0)) errno = ERANGE;
    if (end != NULL) *end = stop;
    return value;
}

float strtof(const char *text, char **end) {
    char *stop;
    float value = __cairn_parse_float(text, &stop);
    float magnitude = __builtin_fabsf(value);
    if (has_nonzero_digits(text, stop) && is_out_of_range(magnitude > __FLT_MAX__, magnitude < __FLT_MIN__, magnitude == 0)) errno = ERANGE;
    if (end != NULL) *end = stop;
    return value;
}

long double strtold(const char *text, char **end) {
    char *stop;
    long double value;
    __cairn_parse_long_double(text, &stop, &value);
    long double magnitude = __builtin_fabsl(value);
    if (has_nonzero_digits(text, stop) && is_out_of_range(magnitude > __LDBL_MAX__, magnitude < __LDBL_MIN__, magnitude == 0)) errno = ERANGE;
    if (end != NULL) *end = stop;
    return value;
}

double atof(const char *text) { return __cairn_parse_double(text, NULL); }
