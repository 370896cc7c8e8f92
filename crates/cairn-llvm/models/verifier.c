/* The functions of SV-COMP programs. */
#include "cairn_model.h"

_Bool __VERIFIER_nondet_bool(void) { return __cairn_nondet_bool(); }
_Bool __VERIFIER_nondet__Bool(void) { return __cairn_nondet_bool(); }
char __VERIFIER_nondet_char(void) { return __cairn_nondet_char(); }
signed char __VERIFIER_nondet_schar(void) { return __cairn_nondet_schar(); }
unsigned char __VERIFIER_nondet_uchar(void) { return __cairn_nondet_uchar(); }
unsigned char __VERIFIER_nondet_unsigned_char(void) { return __cairn_nondet_uchar(); }
short __VERIFIER_nondet_short(void) { return __cairn_nondet_short(); }
unsigned short __VERIFIER_nondet_ushort(void) { return __cairn_nondet_ushort(); }
int __VERIFIER_nondet_int(void) { return __cairn_nondet_int(); }
unsigned __VERIFIER_nondet_uint(void) { return __cairn_nondet_uint(); }
unsigned __VERIFIER_nondet_unsigned(void) { return __cairn_nondet_uint(); }
unsigned __VERIFIER_nondet_unsigned_int(void) { return __cairn_nondet_uint(); }
long __VERIFIER_nondet_long(void) { return __cairn_nondet_long(); }
unsigned long __VERIFIER_nondet_ulong(void) { return __cairn_nondet_ulong(); }
long long __VERIFIER_nondet_longlong(void) { return __cairn_nondet_longlong(); }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return __cairn_nondet_ulonglong(); }
float __VERIFIER_nondet_float(void) { return __cairn_nondet_float(); }
double __VERIFIER_nondet_double(void) { return __cairn_nondet_double(); }
void *__VERIFIER_nondet_pointer(void) { return __cairn_nondet_pointer(); }
char *__VERIFIER_nondet_charp(void) { return __cairn_nondet_pointer(); }
char *__VERIFIER_nondet_pchar(void) { return __cairn_nondet_pointer(); }
const char *__VERIFIER_nondet_const_char_pointer(void) { return __cairn_nondet_pointer(); }
void *__VERIFIER_nondet_voidp(void) { return __cairn_nondet_pointer(); }
size_t __VERIFIER_nondet_size_t(void) { return __cairn_nondet_ulong(); }
long long __VERIFIER_nondet_loff_t(void) { return __cairn_nondet_longlong(); }
unsigned long long __VERIFIER_nondet_sector_t(void) { return __cairn_nondet_ulonglong(); }
unsigned long __VERIFIER_nondet_pthread_t(void) { return __cairn_nondet_ulong(); }
unsigned char __VERIFIER_nondet_u8(void) { return __cairn_nondet_uchar(); }
unsigned short __VERIFIER_nondet_u16(void) { return __cairn_nondet_ushort(); }
unsigned __VERIFIER_nondet_u32(void) { return __cairn_nondet_uint(); }
unsigned long long __VERIFIER_nondet_u64(void) { return __cairn_nondet_ulonglong(); }
unsigned char __VERIFIER_nondet_U8(void) { return __cairn_nondet_uchar(); }
unsigned short __VERIFIER_nondet_U16(void) { return __cairn_nondet_ushort(); }
unsigned __VERIFIER_nondet_U32(void) { return __cairn_nondet_uint(); }
unsigned long long __VERIFIER_nondet_U64(void) { return __cairn_nondet_ulonglong(); }
signed char __VERIFIER_nondet_s8(void) { return __cairn_nondet_schar(); }
short __VERIFIER_nondet_s16(void) { return __cairn_nondet_short(); }
int __VERIFIER_nondet_s32(void) { return __cairn_nondet_int(); }
long long __VERIFIER_nondet_s64(void) { return __cairn_nondet_longlong(); }
signed char __VERIFIER_nondet_S8(void) { return __cairn_nondet_schar(); }
short __VERIFIER_nondet_S16(void) { return __cairn_nondet_short(); }
int __VERIFIER_nondet_S32(void) { return __cairn_nondet_int(); }
long long __VERIFIER_nondet_S64(void) { return __cairn_nondet_longlong(); }
#ifdef __SIZEOF_INT128__
__int128 __VERIFIER_nondet_int128(void) { return __cairn_nondet_int128(); }
unsigned __int128 __VERIFIER_nondet_uint128(void) { return __cairn_nondet_uint128(); }
#endif

/* A string of any content, up to a length that the rules leave open. */
char *__VERIFIER_nondet_String(void) {
    static char text[64];
    __cairn_unspecified();
    for (size_t i = 0; i + 1 < sizeof text; i++) text[i] = __cairn_nondet_char();
    return text;
}

void __VERIFIER_nondet_memory(void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) ((unsigned char *)bytes)[i] = __cairn_nondet_uchar();
}

void __VERIFIER_assume(int condition) { __cairn_assume(condition); }
void assume_abort_if_not(int condition) { __cairn_assume(condition); }
void __VERIFIER_error(void) { __cairn_fail("assertion-failure", "__VERIFIER_error was called"); }
void reach_error(void) { __cairn_fail("assertion-failure", "reach_error was called"); }
void __VERIFIER_assert(int condition) {
    if (!condition) __cairn_fail("assertion-failure", "the condition of __VERIFIER_assert is false");
}

void __VERIFIER_atomic_begin(void) { __cairn_atomic_begin(); }
void __VERIFIER_atomic_end(void) { __cairn_atomic_end(); }
void __VERIFIER_yield(void) { __cairn_yield(); }
