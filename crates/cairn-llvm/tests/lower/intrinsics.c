// Builtins that become intrinsics, floats included.
static volatile int zero;
static int clz(unsigned x) { return __builtin_clz(x); }

int main(void) {
    volatile unsigned u = 0x12345678;
    volatile unsigned long long ull = 0x0123456789abcdefULL;
    volatile int i = -7;
    volatile double d = 2.5, nan = __builtin_nan(""), inf = __builtin_inf();
    volatile float f = -1.5f;
    volatile long double ld = 2.25L;
    if (__builtin_bswap32(u) != 0x78563412 || __builtin_bswap64(ull) != 0xefcdab8967452301ULL) return 1;
    if (clz(1) != 31 || __builtin_ctz(8) != 3 || __builtin_popcountll(ull) != 32) return 2;
    if (__builtin_bitreverse32(u) != 0x1e6a2c48) return 3;
    if (__builtin_rotateleft32(u, 8) != 0x34567812 || __builtin_rotateright32(u, 4) != 0x81234567) return 4;
    int sum;
    if (!__builtin_add_overflow(0x7fffffff, 1 + zero, &sum) || sum != -0x7fffffff - 1) return 5;
    if (__builtin_mul_overflow(1000, 1000 + zero, &sum) || sum != 1000000) return 6;
    unsigned char small;
    if (!__builtin_sub_overflow(1 + zero, 2, &small) || small != 255) return 7;
    if (__builtin_abs(i) != 7 || __builtin_ffs(8 + zero) != 4) return 8;
    if (__builtin_fabs(f) != 1.5 || __builtin_sqrt(6.25 + zero) != 2.5) return 9;
    if (__builtin_floor(d) != 2 || __builtin_ceil(d) != 3 || __builtin_trunc(-d) != -2) return 10;
    if (__builtin_rint(d) != 2 || __builtin_round(d) != 3 || __builtin_nearbyint(3.5 + zero) != 4) return 11;
    if (__builtin_copysign(1.0, f) != -1 || __builtin_fmin(nan, d) != 2.5 || __builtin_fmax(d, 9) != 9) return 12;
    if (!__builtin_isnan(nan) || __builtin_isnan(d) || !__builtin_isinf(inf) || __builtin_isinf(ld)) return 13;
    if (!__builtin_isfinite(ld) || __builtin_isfinite(-inf) || !__builtin_isnormal(f)) return 14;
    if (__builtin_isnormal(4.9e-324 + zero) || !__builtin_signbit(f) || __builtin_signbit(d)) return 15;
    if (__builtin_isinf_sign(-inf) != -1) return 16;
    if (__builtin_expect(i, 3) != -7 || __builtin_constant_p(i)) return 17;
    __builtin_assume(i < 0);
    __builtin_prefetch((const void *)&u);
    if (__builtin_frame_address(0) == 0) return 18;
    char buffer[8], other[8];
    __builtin_memset(buffer, 7, sizeof buffer);
    __builtin_memcpy(other, buffer, sizeof other);
    __builtin_memmove(buffer + 1, buffer, 7);
    if (other[7] != 7 || buffer[1] != 7) return 19;
    if (__builtin_elementwise_add_sat(0xfffffff0u, 32u + zero) != 0xffffffffu) return 20;
    if (__builtin_elementwise_min(i, 3) != -7) return 21;
    if (d * f + 1 != -2.75) return 22;
    if (__builtin_object_size((void *)(zero ? buffer : 0), 0) == 5) return 23;
    if ((int)ld != 2 || (unsigned)f == 77 || (float)ld != 2.25f) return 24;
    if (__builtin_parity(7 + zero) != 1 || __builtin_clrsbll(ull) != 6) return 25;
    return zero ? (__builtin_trap(), 1) : 0;
}
