// Initialisers and constant expressions: addresses, offsets, unions, wide integers, labels in tables.
typedef __SIZE_TYPE__ size_t;
typedef __UINTPTR_TYPE__ uintptr_t;

struct item { char tag; int value; struct item *next; const char *name; };
static struct item items[3] = {{'a', 1, &items[1], "one"}, {'b', 2, &items[2], "two" + 1}, {'c', 3, 0, 0}};
static int *inside = &items[2].value;
static char *end = (char *)(items + 3);
static uintptr_t as_number = (uintptr_t)&items[1];
static void *minus_one = (void *)-1;
static size_t offset = __builtin_offsetof(struct item, next);
static int twice(int x) { return 2 * x; }
static int (*const functions[])(int) = {twice, 0, &twice};
union both { int i; float f; char bytes[12]; };
static union both first = {7}, second = {.f = 1.0f}, third = {.bytes = "hello"};
struct flexible { int n; char data[]; };
static struct flexible text = {3, "abc"};
static int sparse[100] = {[10] = 1, [99] = 2};
struct bits { unsigned a : 3; int b : 7; unsigned long long c : 40; _Bool d : 1; };
static struct bits bits = {5, -3, 0xabcdef0123ULL, 1};
static struct { char c; double d; long double ld; } __attribute__((packed)) packed = {1, 2.5, 3.25L};
static long double long_double = -0.1L;
static float tiny = 1e-40f;
static double huge = 1e308 * 10;
static int wchar_like[4] = {L'a', L'b'};
static long difference = (char *)&items[2] - (char *)&items[0];
static const char *const messages[] = {[2] = "two", [0] = "zero"};
struct nested { struct { short s; char c[3]; } in[2]; int last; };
static struct nested nested = {{{1, "ab"}, {2, {'x'}}}, 9};
#ifdef __SIZEOF_INT128__
static unsigned __int128 wide = ((unsigned __int128)0x0123456789abcdefULL << 64) | 42;
#endif
#if defined __SIZEOF_INT128__ && __clang_major__ >= 16
static _BitInt(200) enormous = ((_BitInt(200))1 << 190) + 5;
#endif

int main(void) {
    if (items[0].next->name[0] != 'w' || items[0].next->next->value != 3 || *inside != 3) return 1;
    if (end - (char *)items != sizeof items || as_number != (uintptr_t)(items + 1)) return 2;
    if ((uintptr_t)minus_one != ~(uintptr_t)0 || offset != sizeof(int) * 2) return 3;
    if (functions[0](4) != 8 || functions[1] || functions[2] != twice) return 4;
    if (first.i != 7 || first.bytes[4] != 0 || second.i != 0x3f800000 || third.bytes[4] != 'o') return 5;
    if (text.n != 3 || text.data[2] != 'c' || text.data[3] != 0) return 6;
    if (sparse[10] != 1 || sparse[99] != 2 || sparse[50] != 0) return 7;
    if (bits.a != 5 || bits.b != -3 || bits.c != 0xabcdef0123ULL || !bits.d) return 8;
    if (packed.c != 1 || packed.d != 2.5 || packed.ld != 3.25L || sizeof packed != 9 + sizeof(long double)) return 9;
    if (long_double > -0.0999L || long_double < -0.1001L || tiny == 0 || tiny > 1e-39f) return 10;
    if (huge != __builtin_inf() || wchar_like[1] != 'b' || difference != 2 * sizeof(struct item)) return 11;
    if (messages[1] || messages[2][1] != 'w' || messages[0][0] != 'z') return 12;
    if (nested.in[1].s != 2 || nested.in[0].c[1] != 'b' || nested.in[1].c[1] != 0 || nested.last != 9) return 13;
#ifdef __SIZEOF_INT128__
    if ((unsigned long long)(wide >> 64) != 0x0123456789abcdefULL || (int)wide != 42) return 14;
#endif
#if defined __SIZEOF_INT128__ && __clang_major__ >= 16
    if ((int)(enormous >> 188) != 4 || (int)enormous != 5) return 15;
    enormous = enormous * 3 - 15;
    if ((int)(enormous >> 188) != 12 || (int)enormous != 0) return 16;
#endif
    bits.b += 1;
    bits.c ^= 0xff;
    if (bits.b != -2 || bits.c != 0xabcdef01dcULL || bits.a != 5) return 17;
    if (((int (*)(int))functions[0])(1) != 2) return 18;
    return 0;
}
