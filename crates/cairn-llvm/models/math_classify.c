/* math.h: kinds of floating-point numbers, as glibc's macros call them. */
#include "cairn_model.h"

enum { KIND_NAN, KIND_INFINITE, KIND_ZERO, KIND_SUBNORMAL, KIND_NORMAL };

#define CLASSIFY(type, suffix) \
    int __fpclassify##suffix(type x) { return __builtin_fpclassify(KIND_NAN, KIND_INFINITE, KIND_NORMAL, KIND_SUBNORMAL, KIND_ZERO, x); } \
    int __isnan##suffix(type x) { return x != x; } \
    int __isinf##suffix(type x) { return __builtin_isinf(x) ? (x < 0 ? -1 : 1) : 0; } \
    int __finite##suffix(type x) { return __builtin_isfinite(x) != 0; } \
    int __signbit##suffix(type x) { return __builtin_signbit##suffix(x) != 0; } \
    int isnan##suffix(type x) { return x != x; } \
    int isinf##suffix(type x) { return __isinf##suffix(x); } \
    int finite##suffix(type x) { return __finite##suffix(x); }

CLASSIFY(double, )
CLASSIFY(float, f)
CLASSIFY(long double, l)
