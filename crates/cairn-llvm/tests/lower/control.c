// Jumps of every kind, variable-length arrays, aliases, constructors, thread-local and static storage.
typedef __SIZE_TYPE__ size_t;

static int computed(const unsigned char *code) {
    static const void *const table[] = {&&stop, &&add, &&twice};
    int value = 0;
    goto *table[*code++];
add:
    value += *code++;
    goto *table[*code++];
twice:
    value *= 2;
    goto *table[*code++];
stop:
    return value;
}

static int local_label(int x) {
    void *to = x > 0 ? &&positive : &&other;
    goto *to;
positive:
    return 1;
other:
    return 2;
}

static int big_switch(long long x) {
    switch (x) {
    case -1: return 1;
    case 0x100000000LL: return 2;
    case 5 ... 9: return 3;
    case (-9223372036854775807LL - 1): return 4;
    default: return 5;
    }
}

static int vla(int n) {
    int total = 0;
    for (int round = 1; round <= n; round++) {
        int a[round][2];
        for (int i = 0; i < round; i++) a[i][0] = i, a[i][1] = round;
        char *more = __builtin_alloca(round);
        more[round - 1] = 1;
        total += a[round - 1][0] + a[0][1] + more[round - 1] + (int)(sizeof a / sizeof a[0]);
    }
    return total;
}

int target(int x) { return x + 1; }
int renamed(int x) __attribute__((alias("target")));
int variable = 41;
extern int other_variable __attribute__((alias("variable")));
int maybe_absent(int) __attribute__((weak));

static int order;
__attribute__((constructor(102))) static void second(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) static void first(void) { order = order * 10 + 1; }

static _Thread_local int per_thread = 3;

static int counter(void) {
    static int count = 10;
    return count++;
}

static int logic(int a, int b, int c) { return (a && b) || (!a && c) ? a ? 1 : 2 : 3; }

static int apply(int (*f)(int), int x) { return f(x); }

static void *self(void *p) { return p; }

static int cleanups;
static void cleaned(int *p) { cleanups += *p; }

int main(void) {
    if (computed((const unsigned char[]){1, 5, 2, 1, 3, 0}) != 13) return 1;
    if (local_label(1) != 1 || local_label(-1) != 2) return 2;
    if (big_switch(-1) != 1 || big_switch(0x100000000LL) != 2 || big_switch(7) != 3) return 3;
    if (big_switch(-9223372036854775807LL - 1) != 4 || big_switch(10) != 5) return 4;
    if (vla(4) != 0 + 1 + 1 + 1 + 1 + 2 + 1 + 2 + 2 + 3 + 1 + 3 + 3 + 4 + 1 + 4) return 5;
    if (renamed(1) != 2 || apply(renamed, 2) != 3 || renamed != target) return 6;
    other_variable++;
    if (variable != 42) return 7;
    if (order != 12) return 8;
    per_thread++;
    if (per_thread != 4) return 9;
    if (counter() + counter() != 21) return 10;
    if (logic(1, 1, 0) != 1 || logic(0, 0, 1) != 2 || logic(1, 0, 1) != 3) return 11;
    int on_stack = 5;
    if (*(int *)self(&on_stack) != 5) return 12;
    for (int i = 1; i <= 3; i++) {
        int held __attribute__((cleanup(cleaned))) = i;
        if (i == 2) continue;
    }
    if (cleanups != 6) return 13;
    int value = ({ int x = 3; x * x; });
    if (value != 9) return 14;
    return 0;
}
