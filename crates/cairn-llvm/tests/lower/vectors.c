// Vector extensions: lanes become scalars.
typedef int v4si __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef unsigned char v16qi __attribute__((vector_size(16)));
typedef long long v2di __attribute__((vector_size(16)));

static int lane(v4si v, int i) { return v[i]; }
static v4si with_lane(v4si v, int i, int x) { v[i] = x; return v; }
static v4si global = {1, 2, 3, 4};

int main(void) {
    v4si a = {1, 2, 3, 4}, b = {10, 20, 30, 40};
    v4si c = a * b + 1;
    for (int i = 0; i < 4; i++)
        if (lane(c, i) != (i + 1) * (i + 1) * 10 + 1) return 1;
    c = with_lane(a, 2, 99);
    if (c[2] != 99 || c[3] != 4) return 2;
    v4si less = a < (v4si){2, 2, 2, 2};
    if (less[0] != -1 || less[1] != 0) return 3;
    v4si shuffled = __builtin_shufflevector(a, b, 3, 0, 4, 7);
    if (shuffled[0] != 4 || shuffled[1] != 1 || shuffled[2] != 10 || shuffled[3] != 40) return 4;
    v8hi halves = (v8hi)(v4si){0x00020001, 0x00040003, 5, -1};
    if (halves[0] != 1 || halves[1] != 2 || halves[3] != 4 || halves[6] != -1) return 5;
    v2di wide = (v2di)(v4si){1, 2, 3, 4};
    if (wide[0] != 0x200000001LL || wide[1] != 0x400000003LL) return 6;
    v4sf floats = __builtin_convertvector(a, v4sf) / 2.0f;
    if (floats[2] != 1.5f) return 7;
    v4si bits = (v4si)floats;
    if (bits[1] != 0x3f800000) return 8;
    v2df doubles = {1.5, -2.5};
    doubles = -doubles;
    if (doubles[0] != -1.5 || doubles[1] != 2.5) return 9;
    global += a;
    if (global[3] != 8) return 10;
    v16qi bytes = (v16qi)a;
    if (bytes[4] != 2 || bytes[5] != 0) return 11;
    if (__builtin_reduce_add(a) != 10 || __builtin_reduce_max(b) != 40) return 13;
    v4si absolute = __builtin_elementwise_abs((v4si){-1, 2, -3, 4});
    if (absolute[0] != 1 || absolute[2] != 3) return 14;
    v4si saturated = __builtin_elementwise_max(a, b - 15);
    if (saturated[0] != 1 || saturated[3] != 25) return 15;
    union { v4si v; int n[4]; } both = {.v = a};
    if (both.n[2] != 3) return 16;
#ifdef __SIZEOF_INT128__
    unsigned __int128 whole = (unsigned __int128)a;
    if ((long)(whole >> 64) != 0x400000003L) return 17;
#endif
    return 0;
}
