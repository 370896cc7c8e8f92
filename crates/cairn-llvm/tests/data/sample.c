/* Source of sample.*.ll: a little of everything that Clang prints for C.
   clang-15 and clang-19 -S -emit-llvm -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names
   -fdebug-compilation-dir=/src; `typed` adds -Xclang -no-opaque-pointers; `ilp32` is -m32 without names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

enum color { RED, GREEN = 7, BLUE };

struct node {
    struct node *next;
    int key;
    unsigned low : 3;
    unsigned high : 5;
    union { int i; float f; } value;
};

typedef struct { double x, y; } point_t;

struct fwd;
struct big { char bytes[40]; };

static const char *const greeting = "hello, \"world\"\n";
static int table[2][3] = { { 1, -2, 3 }, { 4, 5, 6 } };
_Thread_local int per_thread = 3;
int (*handler)(const char *, ...);
float ratio = 0.1f;
long double precise = 1.5L;
struct node *second = (struct node *)0 + 1;
int *inner = &table[1][2];
__attribute__((weak)) extern int maybe;
_Noreturn void die(struct fwd *why);
extern int renamed(void) __asm__("real name");

int weak_target(int v) { return v + 1; }
int alias_of(int v) __attribute__((weak, alias("weak_target")));

struct node *push(struct node *list, int key) {
    static int count;
    struct node *n = malloc(sizeof *n);
    if (!n)
        die(0);
    count++;
    n->next = list;
    n->key = key;
    n->high = (unsigned)key;
    n->value.f = ratio * (float)key;
    return n;
}

int sum(int n, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        total += va_arg(ap, int);
    va_end(ap);
    return total;
}

int classify(enum color c, int flag) {
    switch (c) {
    case RED: return flag ? 1 : -1;
    case GREEN: return 2;
    default: return handler ? handler(greeting, c, 2.5) : maybe;
    }
}

int jumps(int which) {
    void *targets[] = { &&a, &&b };
    goto *targets[which & 1];
a:
    return 1;
b:
    return 2;
}

unsigned low_level(unsigned x, _Atomic int *shared, int len) {
    unsigned r;
    int vla[len];
    vla[0] = __sync_fetch_and_add(&table[0][0], 1);
    *shared += 2;
    __asm__ volatile("bswap %0\n\t# \"done\"" : "=r"(r) : "0"(x) : "memory");
    return r + (unsigned)vla[0] + (unsigned)__builtin_clz(x | 1);
}

struct big by_value(struct big b, point_t p) {
    b.bytes[0] = (char)(p.x > p.y);
    return b;
}

static jmp_buf env;

int main(int argc, char **argv) {
    struct node *list = 0;
    struct big b = { { 1, 2 } };
    point_t p = { 1.0, 0.1 };
    if (setjmp(env))
        return renamed();
    for (int i = 0; i < argc && argv[i]; i++)
        list = push(list, i);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    b = by_value(b, p);
    return sum(2, 1, (int)b.bytes[0]) + per_thread + (int)precise + alias_of(*inner);
}
