/* complex.h: parts, conjugate, magnitude; and what Clang calls for products and quotients of complex numbers. */
#include "cairn_model.h"

/* The last digits, and what becomes of what is not finite, depend on the algorithm. */
static void less_precise(void) { __cairn_unspecified(); }

double creal(_Complex double z) { return __real__ z; }
double cimag(_Complex double z) { return __imag__ z; }
float crealf(_Complex float z) { return __real__ z; }
float cimagf(_Complex float z) { return __imag__ z; }
long double creall(_Complex long double z) { return __real__ z; }
long double cimagl(_Complex long double z) { return __imag__ z; }
_Complex double conj(_Complex double z) { return ~z; }
_Complex float conjf(_Complex float z) { return ~z; }
_Complex long double conjl(_Complex long double z) { return ~z; }
double hypot(double x, double y);
float hypotf(float x, float y);
long double hypotl(long double x, long double y);
double atan2(double y, double x);
float atan2f(float y, float x);
double cabs(_Complex double z) { return hypot(__real__ z, __imag__ z); }
float cabsf(_Complex float z) { return hypotf(__real__ z, __imag__ z); }
long double cabsl(_Complex long double z) { return hypotl(__real__ z, __imag__ z); }
double carg(_Complex double z) { return atan2(__imag__ z, __real__ z); }
float cargf(_Complex float z) { return atan2f(__imag__ z, __real__ z); }

static _Complex double pair(double real, double imaginary) {
    _Complex double z;
    __real__ z = real;
    __imag__ z = imaginary;
    return z;
}

_Complex double cexp(_Complex double z) {
    less_precise();
    double size = __cairn_exp(__real__ z);
    return pair(size * __cairn_cos(__imag__ z), size * __cairn_sin(__imag__ z));
}

_Complex double clog(_Complex double z) { return less_precise(), pair(__cairn_log(cabs(z)), carg(z)); }

_Complex double csqrt(_Complex double z) {
    less_precise();
    double size = cabs(z);
    double real = __builtin_sqrt((size + __real__ z) / 2), imaginary = __builtin_sqrt((size - __real__ z) / 2);
    return pair(real, __builtin_copysign(imaginary, __imag__ z));
}

_Complex double cpow(_Complex double z, _Complex double w) {
    less_precise();
    if (__real__ z == 0 && __imag__ z == 0) return pair(0, 0);
    double size = __cairn_log(cabs(z)), angle = carg(z);
    return cexp(pair(__real__ w * size - __imag__ w * angle, __real__ w * angle + __imag__ w * size));
}

/* Annex G: if both parts came out as NaN although an operand is infinite, the result is infinite. */
#define MULTIPLY(name, type, suffix) \
    _Complex type name(type a, type b, type c, type d) { \
        type ac = a * c, bd = b * d, ad = a * d, bc = b * c; \
        _Complex type z; \
        __real__ z = ac - bd; \
        __imag__ z = ad + bc; \
        if (__real__ z == __real__ z || __imag__ z == __imag__ z) return z; \
        int again = 0; \
        if (__builtin_isinf(a) || __builtin_isinf(b)) { \
            a = __builtin_copysign##suffix(__builtin_isinf(a) ? 1 : 0, a); \
            b = __builtin_copysign##suffix(__builtin_isinf(b) ? 1 : 0, b); \
            if (c != c) c = __builtin_copysign##suffix(0, c); \
            if (d != d) d = __builtin_copysign##suffix(0, d); \
            again = 1; \
        } \
        if (__builtin_isinf(c) || __builtin_isinf(d)) { \
            c = __builtin_copysign##suffix(__builtin_isinf(c) ? 1 : 0, c); \
            d = __builtin_copysign##suffix(__builtin_isinf(d) ? 1 : 0, d); \
            if (a != a) a = __builtin_copysign##suffix(0, a); \
            if (b != b) b = __builtin_copysign##suffix(0, b); \
            again = 1; \
        } \
        if (!again && (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) { \
            if (a != a) a = __builtin_copysign##suffix(0, a); \
            if (b != b) b = __builtin_copysign##suffix(0, b); \
            if (c != c) c = __builtin_copysign##suffix(0, c); \
            if (d != d) d = __builtin_copysign##suffix(0, d); \
            again = 1; \
        } \
        if (again) { \
            __real__ z = (type)__builtin_inf() * (a * c - b * d); \
            __imag__ z = (type)__builtin_inf() * (a * d + b * c); \
        } \
        return z; \
    }
MULTIPLY(__mulsc3, float, f)
MULTIPLY(__muldc3, double, )
MULTIPLY(__mulxc3, long double, l)

/* The divisor is scaled by its exponent, so that the sum of squares neither overflows nor vanishes. */
float scalbnf(float x, int n);
double scalbn(double x, int n);
long double scalbnl(long double x, int n);
float logbf(float x);
double logb(double x);
long double logbl(long double x);

#define DIVIDE(name, type, suffix) \
    _Complex type name(type a, type b, type c, type d) { \
        less_precise(); \
        int scale = 0; \
        type larger = __builtin_fmax##suffix(__builtin_fabs##suffix(c), __builtin_fabs##suffix(d)); \
        if (larger != 0 && __builtin_isfinite(larger)) { \
            scale = (int)logb##suffix(larger); \
            c = scalbn##suffix(c, -scale); \
            d = scalbn##suffix(d, -scale); \
        } \
        type square = c * c + d * d; \
        _Complex type z; \
        __real__ z = scalbn##suffix((a * c + b * d) / square, -scale); \
        __imag__ z = scalbn##suffix((b * c - a * d) / square, -scale); \
        if (__real__ z == __real__ z || __imag__ z == __imag__ z) return z; \
        if (square == 0 && (a == a || b == b)) { \
            __real__ z = __builtin_copysign##suffix((type)__builtin_inf(), c) * a; \
            __imag__ z = __builtin_copysign##suffix((type)__builtin_inf(), c) * b; \
        } else if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) { \
            a = __builtin_copysign##suffix(__builtin_isinf(a) ? 1 : 0, a); \
            b = __builtin_copysign##suffix(__builtin_isinf(b) ? 1 : 0, b); \
            __real__ z = (type)__builtin_inf() * (a * c + b * d); \
            __imag__ z = (type)__builtin_inf() * (b * c - a * d); \
        } else if (__builtin_isinf(larger) && __builtin_isfinite(a) && __builtin_isfinite(b)) { \
            c = __builtin_copysign##suffix(__builtin_isinf(c) ? 1 : 0, c); \
            d = __builtin_copysign##suffix(__builtin_isinf(d) ? 1 : 0, d); \
            __real__ z = 0 * (a * c + b * d); \
            __imag__ z = 0 * (b * c - a * d); \
        } \
        return z; \
    }
DIVIDE(__divsc3, float, f)
DIVIDE(__divdc3, double, )
DIVIDE(__divxc3, long double, l)
