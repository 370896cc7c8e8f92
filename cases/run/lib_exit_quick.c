//@ exit: 5
// _Exit and quick_exit run no handlers of atexit.
#include <stdio.h>
#include <stdlib.h>

static void never(void) { printf("never\n"); }
static void quick(void) { printf("quick\n"); fflush(stdout); }

int main(void) {
    atexit(never);
    at_quick_exit(quick);
    printf("main\n");
    fflush(stdout);
    quick_exit(5);
}
