/* stdlib.h: random numbers. The usual ones are the sequences of glibc for a given seed; an execution may choose others. */
#include "cairn_model.h"

enum { DEGREE = 31, SEPARATION = 3 };

static int state[DEGREE];
static int front = SEPARATION, rear;
static int seeded;

static long next_random(void) {
    unsigned sum = (unsigned)state[front] + (unsigned)state[rear];
    state[front] = (int)sum;
    front = (front + 1) % DEGREE;
    rear = (rear + 1) % DEGREE;
    return (long)(sum >> 1);
}

void srandom(unsigned seed) {
    state[0] = seed == 0 ? 1 : (int)seed;
    for (int i = 1; i < DEGREE; i++) { /* 16807 * previous modulo 2^31 - 1, without overflow */
        int high = state[i - 1] / 127773, low = state[i - 1] % 127773;
        int word = 16807 * low - 2836 * high;
        state[i] = word < 0 ? word + 2147483647 : word;
    }
    front = SEPARATION;
    rear = 0;
    seeded = 1;
    for (int i = 0; i < DEGREE * 10; i++) next_random();
}

long random(void) {
    if (!seeded) srandom(1);
    return (long)__cairn_random(next_random());
}

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return (int)random(); }

int rand_r(unsigned *seed) {
    unsigned next = *seed * 1103515245 + 12345;
    unsigned result = next / 65536 % 2048;
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ (next / 65536 % 1024);
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ (next / 65536 % 1024);
    *seed = next;
    return (int)__cairn_random(result);
}

/* The 48-bit generator. */
static unsigned long long x48;

static unsigned long long next48(void) {
    x48 = (x48 * 0x5deece66dull + 0xb) & 0xffffffffffffull;
    return (unsigned long long)__cairn_random((long long)(x48 >> 17)) << 17 | (x48 & 0x1ffff);
}

void srand48(long seed) { x48 = (((unsigned long long)seed & 0xffffffffu) << 16) | 0x330e; }
double drand48(void) { return (double)next48() / 281474976710656.0; }
long lrand48(void) { return (long)(next48() >> 17); }
long mrand48(void) { return (long)(int)(unsigned)(next48() >> 16); }
