/* stdlib.h: random numbers. The usual ones are the sequences of glibc for a given seed; an execution may choose others.
 *
 * The same seed gives the same sequence again. So where a sequence may come a second time, it is that of glibc, or the execution is
 * not looked at any further; that there are others is said. */
#include "cairn_model.h"

enum { DEGREE = 31, SEPARATION = 3 };

static int state[DEGREE];
static int front = SEPARATION, rear;
static int seeded;

/* What is known of the numbers that a generator has given. */
struct past {
    /* Was a number given? Was a sequence begun after that? Was a number another one than glibc's? */
    _Bool given, again, chosen;
};

static long choose(struct past *past, long usual) {
    past->given = 1;
    if (past->again) {
        __cairn_unspecified();
        __cairn_assume(!past->chosen);
        return usual;
    }
    long number = (long)__cairn_random(usual);
    past->chosen |= number != usual;
    return number;
}

static struct past past;

static long next_random(void) {
    unsigned sum = (unsigned)state[front] + (unsigned)state[rear];
    state[front] = (int)sum;
    front = (front + 1) % DEGREE;
    rear = (rear + 1) % DEGREE;
    return (long)(sum >> 1);
}

void srandom(unsigned seed) {
    if (__cairn_coarse()) return;
    past.again |= past.given;
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
    if (__cairn_coarse()) return (long)__cairn_random(0);
    if (!seeded) srandom(1);
    return choose(&past, next_random());
}

void srand(unsigned seed) { srandom(seed); }
int rand(void) { return (int)random(); }

static struct past past_r;
static unsigned last_seed;

int rand_r(unsigned *seed) {
    past_r.again |= past_r.given && *seed != last_seed;
    unsigned next = *seed * 1103515245 + 12345;
    unsigned result = next / 65536 % 2048;
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ (next / 65536 % 1024);
    next = next * 1103515245 + 12345;
    result = (result << 10) ^ (next / 65536 % 1024);
    *seed = last_seed = next;
    return (int)(__cairn_coarse() ? __cairn_random(0) : choose(&past_r, (long)result));
}

/* The 48-bit generator. */
static unsigned long long x48;
static struct past past48;

static unsigned long long next48(void) {
    x48 = (x48 * 0x5deece66dull + 0xb) & 0xffffffffffffull;
    long usual = (long)(x48 >> 17), high = __cairn_coarse() ? (long)__cairn_random(0) : choose(&past48, usual);
    return (unsigned long long)high << 17 | (x48 & 0x1ffff);
}

void srand48(long seed) {
    past48.again |= past48.given;
    x48 = (((unsigned long long)seed & 0xffffffffu) << 16) | 0x330e;
}
double drand48(void) { return (double)next48() / 281474976710656.0; }
long lrand48(void) { return (long)(next48() >> 17); }
long mrand48(void) { return (long)(int)(unsigned)(next48() >> 16); }
