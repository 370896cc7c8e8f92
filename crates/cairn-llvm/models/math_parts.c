/* math.h: significand and exponent; neighbours. float goes through double, which is exact, except for neighbours. */
#include "cairn_model.h"

#define FOR_EACH_TYPE(define) define(double, ) define(float, f) define(long double, l)

/* Multiplying by a power of two is exact; small numbers are made normal first. */
#define FREXP(type, suffix, big, shift) \
    static type split##suffix(type x, int *exponent) { \
        *exponent = 0; \
        if (x == 0 || x != x || __builtin_isinf(x)) return x; \
        int sum = 0; \
        type size = __builtin_fabs##suffix(x); \
        while (size >= big) size /= big, sum += shift; \
        while (size < 1 / big) size *= big, sum -= shift; \
        while (size >= 65536) size /= 65536, sum += 16; \
        while (size < 1 / (type)65536) size *= 65536, sum -= 16; \
        while (size >= 1) size /= 2, sum++; \
        while (size < (type)0.5) size *= 2, sum--; \
        *exponent = sum; \
        return __builtin_copysign##suffix(size, x); \
    }
FREXP(double, , 0x1p256, 256)
FREXP(long double, l, 0x1p4096L, 4096)

double frexp(double x, int *exponent) { return split(x, exponent); }
float frexpf(float x, int *exponent) { return (float)split(x, exponent); }
long double frexpl(long double x, int *exponent) { return splitl(x, exponent); }

static double power_of_two(int exponent) {
    union { unsigned long long bits; double value; } power;
    power.bits = (unsigned long long)(1023 + exponent) << 52;
    return power.value;
}

/* Only the last multiplication may round: before it, the number is normal. */
double scalbn(double x, int n) {
    double result = x;
    if (n > 1023) result *= 0x1p1023, n -= 1023;
    if (n > 1023) result *= 0x1p1023, n = n - 1023 > 1023 ? 1023 : n - 1023;
    if (n < -1022) result *= 0x1p-969, n += 969;
    if (n < -1022) result *= 0x1p-969, n = n + 969 < -1022 ? -1022 : n + 969;
    result *= power_of_two(n);
    if (x != 0 && __builtin_isfinite(x) && (result == 0 || __builtin_isinf(result))) errno = ERANGE;
    return result;
}

/* 2^n for |n| up to 16383. */
static long double long_power_of_two(int n) {
    long double power = 1, base = n < 0 ? 0.5L : 2;
    for (unsigned rest = (unsigned)(n < 0 ? -n : n); rest != 0; rest >>= 1) {
        if (rest & 1) power *= base;
        if (rest > 1) base *= base;
    }
    return power;
}

long double scalbnl(long double x, int n) {
    long double result = x;
    if (n > 16383) result *= 0x1p16383L, n -= 16383;
    if (n > 16383) result *= 0x1p16383L, n = n - 16383 > 16383 ? 16383 : n - 16383;
    if (n < -16382) result *= 0x1p-16318L, n += 16318;
    if (n < -16382) result *= 0x1p-16318L, n = n + 16318 < -16382 ? -16382 : n + 16318;
    result *= long_power_of_two(n);
    if (x != 0 && __builtin_isfinite(x) && (result == 0 || __builtin_isinf(result))) errno = ERANGE;
    return result;
}

/* In double nothing is lost, as n beyond +-400 decides the result whatever the number is. */
float scalbnf(float x, int n) {
    int near = n > 400 ? 400 : n < -400 ? -400 : n;
    float result = (float)(x * power_of_two(near));
    if (x != 0 && __builtin_isfinite(x) && (result == 0 || __builtin_isinf(result))) errno = ERANGE;
    return result;
}

static int clamp_exponent(long n) { return n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n; }

#define SCALING(type, suffix) \
    type ldexp##suffix(type x, int n) { return scalbn##suffix(x, n); } \
    type scalbln##suffix(type x, long n) { return scalbn##suffix(x, clamp_exponent(n)); } \
    int ilogb##suffix(type x) { \
        int exponent; \
        if (x == 0 || x != x || __builtin_isinf(x)) { \
            errno = EDOM; \
            return __builtin_isinf(x) ? INT_MAX : INT_MIN; \
        } \
        frexp##suffix(x, &exponent); \
        return exponent - 1; \
    } \
    type logb##suffix(type x) { \
        if (x == 0) { \
            if (__cairn_random(0) != 0) errno = ERANGE; /* glibc's does not say so */ \
            return -1 / __builtin_fabs##suffix(x); \
        } \
        return x != x || __builtin_isinf(x) ? x * x : (type)ilogb##suffix(x); \
    } \
    type significand##suffix(type x) { \
        int exponent; \
        if ((x == 0 || x - x != 0) && __cairn_random(1) != 0) errno = EDOM; \
        return frexp##suffix(x, &exponent) * 2; \
    }
FOR_EACH_TYPE(SCALING)

/* Whether a number that is hardly too small sets errno is up to the library. */
static void tell_range(int too_large, int normal) {
    if (too_large || (!normal && __cairn_random(1) != 0)) errno = ERANGE;
}

/* The bits of a positive number, read as an integer, grow with the number. */
double nextafter(double x, double y) {
    union { double value; unsigned long long bits; } number = {x};
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0) number.bits = 1 | ((unsigned long long)(y < 0) << 63);
    else if ((x < y) == (x > 0)) number.bits++;
    else number.bits--;
    tell_range(__builtin_isinf(number.value), __builtin_isnormal(number.value));
    return number.value;
}

float nextafterf(float x, float y) {
    union { float value; unsigned bits; } number = {x};
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    if (x == 0) number.bits = 1 | ((unsigned)(y < 0) << 31);
    else if ((x < y) == (x > 0)) number.bits++;
    else number.bits--;
    tell_range(__builtin_isinf(number.value), __builtin_isnormal(number.value));
    return number.value;
}

/* 80 bits: the significand with its leading one, then exponent and sign. */
long double nextafterl(long double x, long double y) {
    union { long double value; struct { unsigned long long significand; unsigned short exponent; } bits; } number;
    if (x != x || y != y) return x + y;
    if (x == y) return y;
    number.value = x;
    if (x == 0) {
        number.bits.significand = 1;
        number.bits.exponent = y < 0 ? 0x8000 : 0;
    } else if ((x < y) == (x > 0)) {
        if (++number.bits.significand == 0 || number.bits.significand == 1ull << 63) {
            number.bits.significand = 1ull << 63;
            number.bits.exponent++;
        }
    } else if (number.bits.significand-- == 1ull << 63 && (number.bits.exponent & 0x7fff) != 0) {
        number.bits.exponent--;
        if ((number.bits.exponent & 0x7fff) != 0) number.bits.significand |= 1ull << 63;
    }
    tell_range(__builtin_isinf(number.value), __builtin_isnormal(number.value));
    return number.value;
}

long double nexttowardl(long double x, long double y) { return nextafterl(x, y); }
double nexttoward(double x, long double y) { return (long double)x == y ? (double)y : nextafter(x, x < y ? __builtin_inf() : y == y ? -__builtin_inf() : (double)y); }
float nexttowardf(float x, long double y) {
    return (long double)x == y ? (float)y : nextafterf(x, x < y ? __builtin_inff() : y == y ? -__builtin_inff() : (float)y);
}
