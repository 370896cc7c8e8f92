/* math.h: functions that a primitive computes on double, for float and long double as well.
 *
 * A long double goes through double, so its last digits are those of a double: nothing follows from them.
 */
#include "cairn_model.h"

static int is_finite(double x) { return __builtin_fabs(x) <= __DBL_MAX__; }

/* errno as glibc sets it: a result that is not a number from arguments that are, an infinite one from finite ones. Whether one
 * that is hardly too small counts is up to the library. */
static double checked(double result, int arguments_are_numbers, int arguments_are_finite) {
    if (result != result) {
        if (arguments_are_numbers) errno = EDOM;
    } else if (!is_finite(result) && arguments_are_finite) {
        errno = ERANGE;
    } else if (result != 0 && __builtin_fabs(result) < __DBL_MIN__ && __cairn_random(0) != 0) {
        errno = ERANGE;
    }
    return result;
}

/* The same for functions that can become too small as well. */
static double checked_small(double result, double x, double y, int zero_is_exact) {
    int finite = is_finite(x) && is_finite(y);
    if (result == 0 && finite && !zero_is_exact) errno = ERANGE;
    return checked(result, x == x && y == y, finite);
}

static long double less_precise(double result) {
    __cairn_unspecified();
    return result;
}

/* The functions for float have algorithms of their own: what is no float before it is rounded may be rounded otherwise. Whoever
 * follows many executions at once knows nothing of the result anyway. */
static float own_float(double result) {
    float narrow = (float)result;
    if (result == result && (double)narrow != result && !__cairn_coarse()) __cairn_unspecified();
    return narrow;
}

/* float has a smaller range: a result that only fits double is out of range as well. */
static float narrowed(double result, int zero_is_exact) {
    float narrow = own_float(result);
    if (is_finite(result) && (__builtin_isinf(narrow) || (narrow == 0 && result != 0 && !zero_is_exact))) errno = ERANGE;
    return narrow;
}

#define FUNCTION(name) SMALL_FUNCTION(name, 1)
/* Of functions that become too small for arguments that are large. */
#define SMALL_FUNCTION(name, zero_is_exact) \
    double name(double x) { return checked_small(__cairn_##name(x), x, 0, zero_is_exact); } \
    float name##f(float x) { return narrowed(name(x), zero_is_exact); } \
    long double name##l(long double x) { return less_precise(name((double)x)); }

FUNCTION(sin)
FUNCTION(cos)
FUNCTION(tan)
FUNCTION(asin)
FUNCTION(acos)
FUNCTION(atan)
FUNCTION(sinh)
FUNCTION(cosh)
FUNCTION(tanh)
FUNCTION(asinh)
FUNCTION(acosh)
FUNCTION(atanh)
FUNCTION(expm1)
FUNCTION(log)
FUNCTION(log2)
FUNCTION(log10)
FUNCTION(log1p)
FUNCTION(cbrt)
FUNCTION(erf)
SMALL_FUNCTION(erfc, 0)

/* The gamma functions have poles at the negative whole numbers; tgamma has no value there. */
SMALL_FUNCTION(tgamma, 0)
int signgam;
static double log_gamma(double x, int *sign) {
    int odd = x < 0 && __builtin_fmod(__builtin_floor(x), 2) != 0;
    *sign = odd || (x == 0 && __builtin_signbit(x)) ? -1 : 1;
    return checked(__cairn_lgamma(x), x == x, is_finite(x));
}
double lgamma(double x) { return log_gamma(x, &signgam); }
float lgammaf(float x) { return own_float(log_gamma(x, &signgam)); }
long double lgammal(long double x) { return less_precise(log_gamma((double)x, &signgam)); }
double lgamma_r(double x, int *sign) { return log_gamma(x, sign); }
double gamma(double x) { return log_gamma(x, &signgam); }

double exp(double x) { return checked_small(__cairn_exp(x), x, 0, 0); }
double exp2(double x) { return checked_small(__cairn_exp2(x), x, 0, 0); }
/* Not as precise as pow. */
double exp10(double x) {
    if (x != 0 && is_finite(x) && !__cairn_coarse()) __cairn_unspecified();
    return checked_small(__cairn_pow(10, x), x, 0, 0);
}
double pow(double x, double y) { return checked_small(__cairn_pow(x, y), x, y, x == 0); }
double hypot(double x, double y) { return checked(__cairn_hypot(x, y), x == x && y == y, is_finite(x) && is_finite(y)); }
double atan2(double y, double x) { return checked_small(__cairn_atan2(y, x), y, x, y == 0); }

float expf(float x) { return narrowed(exp(x), 0); }
float exp2f(float x) { return narrowed(exp2(x), 0); }
float exp10f(float x) { return narrowed(exp10(x), 0); }
float powf(float x, float y) { return narrowed(pow(x, y), x == 0); }
float hypotf(float x, float y) { return narrowed(hypot(x, y), 1); }
float atan2f(float y, float x) { return narrowed(atan2(y, x), y == 0); }
long double expl(long double x) { return less_precise(exp((double)x)); }
long double exp2l(long double x) { return less_precise(exp2((double)x)); }
long double exp10l(long double x) { return less_precise(exp10((double)x)); }
long double powl(long double x, long double y) { return less_precise(pow((double)x, (double)y)); }
long double hypotl(long double x, long double y) { return less_precise(hypot((double)x, (double)y)); }
long double atan2l(long double y, long double x) { return less_precise(atan2((double)y, (double)x)); }

void sincos(double x, double *sine, double *cosine) { *sine = sin(x), *cosine = cos(x); }
void sincosf(float x, float *sine, float *cosine) { *sine = sinf(x), *cosine = cosf(x); }
void sincosl(long double x, long double *sine, long double *cosine) { *sine = sinl(x), *cosine = cosl(x); }

/* Under the names that -ffinite-math-only uses. */
#define FINITE(name) double __##name##_finite(double x) { return __cairn_##name(x); }
FINITE(exp)
FINITE(log)
FINITE(log10)
FINITE(log2)
FINITE(acos)
FINITE(asin)
double __pow_finite(double x, double y) { return __cairn_pow(x, y); }
