//@ exit: 3
// Messages go to standard error; the last one ends the program, behind what was registered.
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
static void last(void) { printf("last\n"); }
int main(void) {
    atexit(last);
    errno = ENOENT;
    warn("%s %d", "file", 1);
    warnx("no such thing");
    warn(NULL);
    printf("still here\n");
    fflush(stdout);
    errx(3, "%s", "the end");
    printf("not here\n");
}
