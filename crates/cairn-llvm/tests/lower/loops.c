// Loops over arrays that an optimiser turns into vector code; plain code must agree with it.
enum { N = 103 };
static int ints[N];
static short shorts[N];
static unsigned char bytes[N];
static float floats[N];
static double doubles[N];
static long long longs[N];

static void fill(void) {
    unsigned seed = 12345;
    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245u + 12345u;
        ints[i] = (int)(seed >> 3) - 100000000;
        shorts[i] = (short)(seed >> 7);
        bytes[i] = (unsigned char)(seed >> 11);
        floats[i] = (float)(seed >> 20) / 16;
        doubles[i] = (double)(int)(seed >> 5) / 1024;
        longs[i] = (long long)seed * seed;
    }
}

__attribute__((noinline)) static long long sums(void) {
    long long sum = 0;
    unsigned mixed = 0;
    int largest = ints[0], positive = 0;
    for (int i = 0; i < N; i++) sum += (long long)shorts[i] * bytes[i];
    for (int i = 0; i < N; i++) mixed ^= (unsigned)ints[i] << (i & 7);
    for (int i = 0; i < N; i++) if (ints[i] > largest) largest = ints[i];
    for (int i = 0; i < N; i++) positive += ints[i] > 0 && shorts[i] < 0;
    return sum + mixed + largest + positive;
}

__attribute__((noinline)) static void transform(int *restrict out, const int *restrict in, int n) {
    for (int i = 0; i < n; i++) out[i] = in[i] < 0 ? -in[i] / 3 : (in[i] >> 2) ^ i;
}

__attribute__((noinline)) static void reverse(unsigned char *data, int n) {
    for (int i = 0; i < n / 2; i++) {
        unsigned char kept = data[i];
        data[i] = data[n - 1 - i];
        data[n - 1 - i] = kept;
    }
}

__attribute__((noinline)) static void blend(double *d, const float *f, const long long *l, int n) {
    for (int i = 0; i < n; i++) d[i] = d[i] * 2 + f[i] - (double)(int)l[i];
    for (int i = 0; i < n; i += 2) d[i] = __builtin_sqrt(d[i] < 0 ? -d[i] : d[i]);
}

static unsigned long long hash(const void *data, int n) {
    unsigned long long hash = 14695981039346656037ULL;
    for (int i = 0; i < n; i++) hash = (hash ^ ((const volatile unsigned char *)data)[i]) * 1099511628211ULL;
    return hash;
}

int main(void) {
    static int out[N];
    fill();
    long long sum = sums();
    transform(out, ints, N);
    reverse(bytes, N);
    blend(doubles, floats, longs, N);
    if (sum != 718564483LL) return 1;
    if (hash(out, sizeof out) != 2537696501019917837ULL) return 2;
    if (hash(bytes, sizeof bytes) != 9813456285976459935ULL) return 3;
    if (hash(doubles, sizeof doubles) != 6211841896108087540ULL) return 4;
    return 0;
}
