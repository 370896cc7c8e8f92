//@ exit: 3
// exit runs the handlers, the last one first.
#include <stdio.h>
#include <stdlib.h>

static void a(void) { printf("a\n"); }
static void late(void) { printf("late\n"); }
static void b(void) { printf("b\n"); atexit(late); }
static void stop(int depth) { if (depth == 0) exit(3); stop(depth - 1); }

int main(void) {
    atexit(a);
    atexit(b);
    atexit(a);
    printf("main\n");
    stop(4);
    return 0;
}
