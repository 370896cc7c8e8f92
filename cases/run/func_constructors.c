// Constructors run before main, destructors after it, by priority; atexit's handlers between.
#include <stdio.h>
#include <stdlib.h>

static int order;
__attribute__((constructor(201))) static void second(void) { printf("constructor 201: %d\n", order++); }
__attribute__((constructor(200))) static void first(void) { printf("constructor 200: %d\n", order++); }
__attribute__((destructor(200))) static void last(void) { printf("destructor 200: %d\n", order++); }
__attribute__((destructor(201))) static void before_last(void) { printf("destructor 201: %d\n", order++); }
static void handler(void) { printf("handler: %d\n", order++); }

int main(void) {
    atexit(handler);
    printf("main: %d\n", order++);
    return 0;
}
