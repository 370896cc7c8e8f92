/* math.h: functions with an exact (correctly rounded) result, each an operation of the IR: roots, rounding, remainders. */
#include "cairn_model.h"

/* For double, float and long double: the suffix of the function's name, and of Clang's builtin. */
#define FOR_EACH_TYPE(define) define(double, ) define(float, f) define(long double, l)

#define ROUNDING(type, suffix) \
    type fabs##suffix(type x) { return __builtin_fabs##suffix(x); } \
    type floor##suffix(type x) { return __builtin_floor##suffix(x); } \
    type ceil##suffix(type x) { return __builtin_ceil##suffix(x); } \
    type trunc##suffix(type x) { return __builtin_trunc##suffix(x); } \
    type round##suffix(type x) { return __builtin_round##suffix(x); } \
    type rint##suffix(type x) { return __builtin_rint##suffix(x); } \
    type nearbyint##suffix(type x) { return __builtin_rint##suffix(x); } \
    type roundeven##suffix(type x) { return __builtin_rint##suffix(x); } \
    long lround##suffix(type x) { return (long)__builtin_round##suffix(x); } \
    long long llround##suffix(type x) { return (long long)__builtin_round##suffix(x); } \
    long lrint##suffix(type x) { return (long)__builtin_rint##suffix(x); } \
    long long llrint##suffix(type x) { return (long long)__builtin_rint##suffix(x); }
FOR_EACH_TYPE(ROUNDING)

#define ARITHMETIC(type, suffix) \
    type copysign##suffix(type x, type y) { return __builtin_copysign##suffix(x, y); } \
    type fmin##suffix(type x, type y) { return __builtin_fmin##suffix(x, y); } \
    type fmax##suffix(type x, type y) { return __builtin_fmax##suffix(x, y); } \
    type fma##suffix(type x, type y, type z) { return __builtin_fma##suffix(x, y, z); } \
    type fdim##suffix(type x, type y) { \
        type result = x != x || y != y ? x + y : x > y ? x - y : 0; \
        if (__builtin_isinf(result) && !__builtin_isinf(x) && !__builtin_isinf(y)) errno = ERANGE; \
        return result; \
    } \
    type nan##suffix(const char *tag) { \
        if (cairn_strlen(tag) != 0) __cairn_unspecified(); /* what the bits make of it */ \
        return (type)__builtin_nan(""); \
    } \
    type sqrt##suffix(type x) { \
        if (x < 0) errno = EDOM; \
        return __builtin_sqrt##suffix(x); \
    } \
    type fmod##suffix(type x, type y) { \
        if ((y == 0 && x == x) || (__builtin_isinf(x) && y == y)) errno = EDOM; \
        return __builtin_fmod##suffix(x, y); \
    }
FOR_EACH_TYPE(ARITHMETIC)

/* x less the nearest multiple of y, a tie to the even multiple; `*quotient` gets the low bits of the factor, and stays as it is
 * where there is none. Each subtraction is exact. */
#define REMAINDER(type, suffix) \
    static type divide##suffix(type x, type y, int *quotient, int *domain_error) { \
        if (x != x || y != y) return x + y; \
        if (y == 0 || __builtin_isinf(x)) { \
            *domain_error = 1; \
            return (x - x) / (x - x); \
        } \
        int negative = (__builtin_signbit(x) != 0) != (__builtin_signbit(y) != 0), factor = 0; \
        type size = __builtin_fabs##suffix(y), rest = __builtin_fabs##suffix(x); \
        if (!__builtin_isinf(size * 8)) rest = __builtin_fmod##suffix(rest, size * 8); \
        if (!__builtin_isinf(size * 4) && rest >= size * 4) rest -= size * 4, factor += 4; \
        if (!__builtin_isinf(size * 2) && rest >= size * 2) rest -= size * 2, factor += 2; \
        if (rest >= size) rest -= size, factor += 1; \
        if (rest > size - rest || (rest == size - rest && factor % 2 == 1)) rest -= size, factor += 1; \
        factor &= 7; \
        *quotient = negative ? -factor : factor; \
        if (rest == 0) rest = 0; \
        return __builtin_signbit(x) ? -rest : rest; \
    } \
    /* Whether it sets errno, is up to the library: glibc's does not. */ \
    type remquo##suffix(type x, type y, int *quotient) { \
        int domain_error = 0; \
        type rest = divide##suffix(x, y, quotient, &domain_error); \
        if (domain_error && __cairn_random(0) != 0) errno = EDOM; \
        return rest; \
    } \
    type remainder##suffix(type x, type y) { \
        int quotient, domain_error = 0; \
        type rest = divide##suffix(x, y, &quotient, &domain_error); \
        if (domain_error) errno = EDOM; \
        return rest; \
    } \
    type drem##suffix(type x, type y) { return remainder##suffix(x, y); }
FOR_EACH_TYPE(REMAINDER)

#define WHOLE_PART(type, suffix) \
    type modf##suffix(type x, type *whole) { \
        *whole = __builtin_trunc##suffix(x); \
        return __builtin_copysign##suffix(__builtin_isinf(x) ? 0 : x - *whole, x); \
    }
FOR_EACH_TYPE(WHOLE_PART)

double __sqrt_finite(double x) { return __builtin_sqrt(x); }
